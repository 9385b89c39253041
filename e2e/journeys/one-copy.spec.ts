import { expect, test } from '../support/journey.ts';
import { ofHospital, signIn } from '../support/people.ts';
import { places } from '../support/places.ts';
import { copies } from '../rollout/skew/copies.ts';

test.use({ allowed: /player\/course|course\/detail_count/ });

test('a customer domain with both areas mounted loads one copy of each shared library', async ({
  page,
}) => {
  await signIn(page, ofHospital, places.hospital);
  await page.goto(`${places.hospital}/user/learn`);
  await expect(page.getByRole('heading', { level: 1, name: '我的课程' })).toBeVisible();
  await page.goto(`${places.hospital}/player/none/play`);
  await expect(page.getByRole('heading', { level: 1, name: '没有找到该课程' })).toBeVisible();
  const found = await copies(page);
  for (const name of [
    'react',
    'react-dom',
    '@cme/ui/router',
    '@tanstack/react-query',
    'jotai',
    '@cme/ui',
    'zod/mini',
  ])
    expect(found[name], name).toHaveLength(1);
  for (const name of ['auth-token', 'api-client', 'route-links'])
    expect(found[`@cme/commons/${name}`], name).toEqual([expect.stringMatching(/\+commons$/)]);
});
