import { expect, test } from '@playwright/test';
import { newExport } from './skew/fourth-area.ts';
import { createInstallation, type Servers } from './skew/installation.ts';
import {
  allCombinations,
  domains,
  findFaults,
  findFourthAreaFaults,
  signInAll,
  testedCombinations,
} from './skew/combination.ts';

type Installation = Awaited<ReturnType<typeof createInstallation>>;

/** All combinations with `npm run crash -- skew`, otherwise the most relevant ones. */
const runsAll = process.env.SKEW === 'all';

/** The older API first, because migrations only go forward. */
const versions: Servers[] = [
  { api: 'last', edge: 'last' },
  { api: 'last', edge: 'next' },
  { api: 'next', edge: 'last' },
  { api: 'next', edge: 'next' },
];

/** The next player was built with an export that the last portal lacks. */
async function expectReleaseOrder(installation: Installation): Promise<void> {
  const { releases, arrange, getStable, runRollout } = installation;
  const { portal, player } = releases.next;
  const lacks = new RegExp(`portal ${releases.last.portal} 缺少 ${newExport}`);
  for (const area of ['portal', 'player'] as const) await arrange({ action: 'abort', area });
  const start = ['start', 'player', player, '--to', '0%', '--yes'];
  const early = await runRollout(...start);
  expect(early).toMatchObject({ code: 1, output: expect.stringMatching(lacks) });
  expect(early.output).toContain('✗ 共享模块');

  await arrange({ action: 'start', area: 'portal', release: portal, percent: 0 });
  await arrange({ action: 'promote', area: 'portal', force: true });
  expect(await runRollout(...start)).toMatchObject({ code: 0 });
  const rollback = ['rollback', 'portal', '--reason', '出错', '--yes'];
  const refused = await runRollout(...rollback);
  expect(refused).toMatchObject({ code: 1, output: expect.stringMatching(lacks) });
  expect(await getStable('portal')).toBe(portal);
  const forced = await runRollout(...rollback, '--force');
  expect(forced).toMatchObject({ code: 0, output: expect.stringContaining('不相容（--force）') });
  expect(await getStable('portal')).toBe(releases.last.portal);
}

test('portal, player, personal centre, commons, edge and API of two versions work together and with a fourth area', async ({
  browser,
}) => {
  test.setTimeout(runsAll ? 3_600_000 : 900_000);
  const installation = await createInstallation();
  try {
    let tokens: Record<string, string> | undefined;
    const combinations = runsAll ? allCombinations() : testedCombinations;
    for (const servers of versions) {
      await installation.run(servers);
      tokens ??= await signInAll(installation.port);
      const withServers = combinations.filter(
        ({ api, edge }) => api === servers.api && edge === servers.edge,
      );
      for (const combination of withServers) {
        const faults = await findFaults(browser, combination, { ...installation, tokens });
        if (runsAll)
          console.log(
            domains.map((name) => combination[name].padEnd(12)).join(''),
            faults[0] ?? 'ok',
          );
        expect
          .soft(faults, domains.map((name) => `${name} ${combination[name]}`).join(', '))
          .toEqual([]);
      }
    }
    expect(await findFourthAreaFaults(browser, { ...installation, tokens: tokens ?? {} })).toEqual(
      [],
    );
    await test.step('an area with a new export waits for its portal, which then cannot go back', () =>
      expectReleaseOrder(installation));
  } finally {
    await installation.close();
  }
});
