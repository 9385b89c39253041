import { expect, test } from '../../support/journey.ts';
import { hospitalLearner, signIn } from '../../support/people.ts';
import { origins } from '../../support/origins.ts';
import { copies } from '../../rollout/skew/copies.ts';

test.use({ allowed: /player\/course|course\/detail_count/ });

test('a customer domain with both areas mounted loads one copy of each shared library', async ({
  page,
}) => {
  await signIn(page, hospitalLearner, origins.hospital);
  await page.goto(`${origins.hospital}/user/learn`);
  await expect(page.getByRole('heading', { level: 1, name: '我的课程' })).toBeVisible();
  await page.goto(`${origins.hospital}/player/none/play`);
  await expect(page.getByRole('heading', { level: 1, name: '没有找到该课程' })).toBeVisible();
  const versions = await copies(page);
  for (const name of [
    'react',
    'react-dom',
    '@cme/ui/router',
    '@tanstack/react-query',
    'jotai',
    '@cme/ui',
    '@cme/shell',
    'zod/mini',
  ])
    expect(versions[name], name).toHaveLength(1);
  for (const name of ['auth-token', 'api-client', 'route-links'])
    expect(versions[`@cme/commons/${name}`], name).toEqual([expect.stringMatching(/\+commons$/)]);
});
