import { expect, test } from '@playwright/test';
import { openInstallation, type Version } from './skew/installation.ts';
import { allPairs, domains, faultsOf, faultsOfFourth, signedIn, telling } from './skew/pair.ts';

/** All combinations with `npm run crash -- skew`, otherwise the most relevant ones. */
const isWhole = process.env.SKEW === 'all';

/** The older API first, because migrations only go forward. */
const versions: Version[] = ['last', 'next'];

test('portal, player, personal centre, commons and API of two versions work together and with a fourth area', async ({
  browser,
}) => {
  test.setTimeout(isWhole ? 3_600_000 : 900_000);
  const installation = await openInstallation();
  try {
    let tokens: Record<string, string> | undefined;
    const pairs = isWhole ? allPairs() : telling;
    for (const api of versions) {
      await installation.run(api);
      tokens ??= await signedIn(installation.port);
      for (const pair of pairs.filter((one) => one.api === api)) {
        const faults = await faultsOf(browser, pair, { ...installation, tokens });
        if (isWhole)
          console.log(domains.map((name) => pair[name].padEnd(12)).join(''), faults[0] ?? 'ok');
        expect.soft(faults, domains.map((name) => `${name} ${pair[name]}`).join(', ')).toEqual([]);
      }
    }
    expect(await faultsOfFourth(browser, { ...installation, tokens: tokens ?? {} })).toEqual([]);
  } finally {
    await installation.close();
  }
});
