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
export function getLowerBound(part: number, total: number, z = 1.645): number {
  if (total === 0) return 0;
  const share = Math.min(part / total, 1);
  const middle = share + (z * z) / (2 * total);
  const spread = z * Math.sqrt((share * (1 - share)) / total + (z * z) / (4 * total * total));
  return (middle - spread) / (1 + (z * z) / total);
}

const shareOf = (part: number, total: number) => (total === 0 ? 0 : Math.min(part / total, 1));

const failing = [
  ['errors', '出错'],
  ['failed_loads', '文件加载失败'],
] as const;
const vitals = [
  ['lcp', '主要内容显示慢'],
  ['inp', '操作响应慢'],
  ['cls', '页面跳动'],
] as const;

const percentOf = (part: number, total: number) => `${(shareOf(part, total) * 100).toFixed(1)}%`;

/** A candidate is bad if it fails significantly more often than the stable release, slow if it is
 * significantly slower. Bad is rolled back at once; slow blocks a promotion. */
export function judgeCandidate(stable: HealthSums, candidate: HealthSums | null): RolloutHealth {
  const judged = (verdict: RolloutHealth['verdict'], words: string): RolloutHealth => ({
    verdict,
    words,
    stable,
    candidate,
  });
  if (!candidate)
    return judged(
      'none',
      stable.pages === 0 ? '暂无数据' : `${stable.pages} 页，${inWords(stable)}`,
    );
  for (const [metric, words] of failing) {
    const stableShare = shareOf(stable[metric], stable.pages);
    const pages = Math.max(candidate.pages, candidate[metric]);
    if (
      candidate[metric] >= fewest &&
      getLowerBound(candidate[metric], pages) > stableShare + margins.failing
    )
      return judged(
        'bad',
        `${words} ${percentOf(candidate[metric], pages)}（${candidate[metric]}/${pages} 页），现用版本 ${percentOf(stable[metric], stable.pages)}`,
      );
  }
  for (const [metric, words] of vitals) {
    const poorKey = `${metric}_poor` as const;
    const stableShare = shareOf(stable[poorKey], stable[metric]);
    if (candidate[metric] < fewestMeasured || stable[metric] < fewestMeasured) continue;
    if (getLowerBound(candidate[poorKey], candidate[metric]) > stableShare + margins.slow)
      return judged(
        'slow',
        `${words} ${percentOf(candidate[poorKey], candidate[metric])}，现用版本 ${percentOf(stable[poorKey], stable[metric])}`,
      );
  }
  if (candidate.pages < fewestPages)
    return judged('waiting', `已有 ${candidate.pages} 页，满 ${fewestPages} 页后判断`);
  return judged('good', `${candidate.pages} 页，${inWords(candidate)}`);
}

const inWords = ({ pages, errors, failed_loads }: HealthSums) =>
  `出错 ${percentOf(errors, pages)}，加载失败 ${percentOf(failed_loads, pages)}`;
