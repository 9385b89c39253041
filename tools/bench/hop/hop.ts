import { checkTarget, median, formatSpread, reportMissed } from '../targets.ts';
import { chromiumPath, withStack } from '../browser-stack.ts';
import { measureHops } from './hop-browser.ts';

const runs = Number(process.env.BENCH_RUNS ?? 5);

await withStack(async ({ port }) => {
  console.log(
    `from the click on the home page's way to the player, unthrottled, median of ${runs} (least–greatest)`,
  );
  const { prepared, plain: unprepared } = await measureHops(chromiumPath(), port, runs);
  const count = prepared.filter(({ isPrerendered }) => isPrerendered).length;
  checkTarget('hops that were prerendered', count, runs, count === runs);
  for (const [key, name, limit] of [
    ['frame', 'first frame', 350],
    ['playable', 'can be played', 500],
  ] as const) {
    const times = prepared.map((hop) => hop[key]);
    const value = median(times);
    checkTarget(
      `prerendered: ${name}, ms`,
      value,
      limit,
      value <= limit,
      `   ${formatSpread(times)}`,
    );
    console.log(
      `  without prerendering: ${name} ${formatSpread(unprepared.map((hop) => hop[key]))}`,
    );
  }
});
reportMissed();
