import { expect, test } from '@playwright/test';
import { createInstallation, type Version } from './skew/installation.ts';
import {
  allCombinations,
  domains,
  findFaults,
  findFourthAreaFaults,
  signInAll,
  testedCombinations,
} from './skew/combination.ts';

/** All combinations with `npm run crash -- skew`, otherwise the most relevant ones. */
const runsAll = process.env.SKEW === 'all';

/** The older API first, because migrations only go forward. */
const versions: Version[] = ['last', 'next'];

test('portal, player, personal centre, commons and API of two versions work together and with a fourth area', async ({
  browser,
}) => {
  test.setTimeout(runsAll ? 3_600_000 : 900_000);
  const installation = await createInstallation();
  try {
    let tokens: Record<string, string> | undefined;
    const combinations = runsAll ? allCombinations() : testedCombinations;
    for (const api of versions) {
      await installation.run(api);
      tokens ??= await signInAll(installation.port);
      for (const combination of combinations.filter((combination) => combination.api === api)) {
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
  } finally {
    await installation.close();
  }
});
