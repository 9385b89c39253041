import type { HealthSums, RolloutHealth } from '@cme/contract/site/rollout';

export const noSums: HealthSums = {
  pages: 0,
  errors: 0,
  failed_loads: 0,
  lcp: 0,
  lcp_poor: 0,
  inp: 0,
  inp_poor: 0,
  cls: 0,
  cls_poor: 0,
};

/** Fewer failing pages than this may be a single browser's problem. */
const fewest = 5;
/** Minimum measured pages for a judgement of speed. */
const fewestMeasured = 50;
const fewestPages = 20;
/** Tolerance of a candidate's failures and slowness relative to the stable release. */
const margins = { failing: 0.02, slow: 0.1 };

/** Lower bound of a proportion (Wilson, 95 % one-sided), which accounts for small samples. */
export function atLeast(part: number, whole: number, z = 1.645): number {
  if (whole === 0) return 0;
  const share = Math.min(part / whole, 1);
  const middle = share + (z * z) / (2 * whole);
  const spread = z * Math.sqrt((share * (1 - share)) / whole + (z * z) / (4 * whole * whole));
  return (middle - spread) / (1 + (z * z) / whole);
}

const shareOf = (part: number, whole: number) => (whole === 0 ? 0 : Math.min(part / whole, 1));

const failing = [
  ['errors', '出错'],
  ['failed_loads', '文件加载失败'],
] as const;
const vitals = [
  ['lcp', '主要内容显示慢'],
  ['inp', '操作响应慢'],
  ['cls', '页面跳动'],
] as const;

const percentOf = (part: number, whole: number) => `${(shareOf(part, whole) * 100).toFixed(1)}%`;

/** A candidate is bad if it fails significantly more often than the stable release, slow if it is
 * significantly slower. Bad is rolled back at once; slow blocks a promotion. */
export function judge(stable: HealthSums, candidate: HealthSums | null): RolloutHealth {
  const said = (verdict: RolloutHealth['verdict'], words: string): RolloutHealth => ({
    verdict,
    words,
    stable,
    candidate,
  });
  if (!candidate)
    return said('none', stable.pages === 0 ? '暂无数据' : `${stable.pages} 页，${inWords(stable)}`);
  for (const [what, words] of failing) {
    const usual = shareOf(stable[what], stable.pages);
    const pages = Math.max(candidate.pages, candidate[what]);
    if (candidate[what] >= fewest && atLeast(candidate[what], pages) > usual + margins.failing)
      return said(
        'bad',
        `${words} ${percentOf(candidate[what], pages)}（${candidate[what]}/${pages} 页），现用版本 ${percentOf(stable[what], stable.pages)}`,
      );
  }
  for (const [what, words] of vitals) {
    const poor = `${what}_poor` as const;
    const usual = shareOf(stable[poor], stable[what]);
    if (candidate[what] < fewestMeasured || stable[what] < fewestMeasured) continue;
    if (atLeast(candidate[poor], candidate[what]) > usual + margins.slow)
      return said(
        'slow',
        `${words} ${percentOf(candidate[poor], candidate[what])}，现用版本 ${percentOf(stable[poor], stable[what])}`,
      );
  }
  if (candidate.pages < fewestPages)
    return said('waiting', `已有 ${candidate.pages} 页，满 ${fewestPages} 页后判断`);
  return said('good', `${candidate.pages} 页，${inWords(candidate)}`);
}

const inWords = ({ pages, errors, failed_loads }: HealthSums) =>
  `出错 ${percentOf(errors, pages)}，加载失败 ${percentOf(failed_loads, pages)}`;
