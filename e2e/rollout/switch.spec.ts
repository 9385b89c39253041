import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pointer, publish } from '../../apps/edge/src/releases/publish.ts';
import { expect } from '../support/journey.ts';
import { root, test } from './own-edge.ts';

/** The portal's last build with one harmless byte more, so that it is another release. */
function otherBuild(): string {
  const dist = mkdtempSync(join(tmpdir(), 'cme-portal-'));
  cpSync(join(root, 'apps/portal/dist'), dist, { recursive: true });
  const entry = readdirSync(join(dist, 'web')).find((name) => /^index\.\w+\.js$/.test(name)) ?? '';
  writeFileSync(join(dist, 'web', entry), `${readFileSync(join(dist, 'web', entry), 'utf8')};`);
  return dist;
}

test('a page that is open goes on with its own release while another goes live, and a rollback takes less than two seconds', async ({
  page,
  edge,
}) => {
  const first = pointer(edge.releases, 'portal')?.live;
  const release = () =>
    page.evaluate(
      () =>
        JSON.parse(document.getElementById('site')?.textContent ?? '{}').releases.portal as string,
    );
  await page.goto(edge.at('cme.localhost'));
  expect(await release()).toBe(first);

  const dist = otherBuild();
  const { id } = await publish(edge.releases, 'portal', dist);
  await page.getByRole('link', { name: '专业科目' }).first().click();
  await expect(page.getByRole('heading', { level: 1, name: '专业科目' })).toBeVisible();
  expect(await release(), 'the open page').toBe(first);
  await page.reload();
  expect(await release(), 'after a reload').toBe(id);

  const back = await edge.rollout('rollback', 'portal', '--json');
  expect(back.code, back.output).toBe(0);
  expect(JSON.parse(back.output)[0]).toMatchObject({ area: 'portal', live: first, previous: [id] });
  expect(back.took).toBeLessThan(2000);
  await page.reload();
  expect(await release(), 'after the rollback').toBe(first);
  rmSync(dist, { recursive: true, force: true });
});

test('the rollout tool says what is wrong with a call, by its exit code too', async ({ edge }) => {
  expect(await edge.rollout('rollback', 'nothing')).toMatchObject({
    code: 2,
    output: expect.stringContaining('没有区域'),
  });
  expect(await edge.rollout()).toMatchObject({ code: 2, output: expect.stringContaining('用法') });
  expect(await edge.rollout('rollback', 'player', '000000000000')).toMatchObject({
    code: 1,
    output: expect.stringContaining('没有版本'),
  });
  const status = await edge.rollout('status', '--json');
  expect(JSON.parse(status.output).map(({ area }: { area: string }) => area)).toEqual([
    'portal',
    'player',
    'user-centre',
    'commons',
  ]);
});
