import type { HealthSums, RolloutHealth } from '@cme/contract/site/rollout';
import { getLowerBound, getUpperBound } from './proportion.rules.ts';

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

/**
 * How many networks may lie without deciding anything: ten, or a twentieth of all that usually
 * visit. A verdict must hold without so many of those that speak for it.
 */
const suspected = { least: 10, share: 0.05 };
/** Pages of a network that are looked at: a large one would always meet a rare failure. */
const sampleSize = 5;
/** Failing networks below which nothing is suspected. */
const fewestFailing = 3;
/** Networks with measurements that a judgement of speed needs, besides those suspected. */
const fewestMeasured = 30;
/** Tolerance of a candidate relative to the stable release. */
const margins = { failing: 0.02, healthy: 0.04, slow: 0.1 };

const countSuspected = (networks: number) =>
  Math.max(suspected.least, Math.ceil(networks * suspected.share));

const failing = [
  ['errors', '出错'],
  ['failed_loads', '文件加载失败'],
] as const;
const vitals = [
  ['lcp', '主要内容显示慢'],
  ['inp', '操作响应慢'],
  ['cls', '页面跳动'],
] as const;

const sum = (numbers: readonly number[]) => numbers.reduce((all, number) => all + number, 0);
const mean = (numbers: readonly number[]) => sum(numbers) / Math.max(numbers.length, 1);
/** The sum without the largest, so that so many networks cannot raise it. */
const sumWithoutLargest = (numbers: readonly number[], count: number) =>
  sum(numbers.toSorted((a, b) => b - a).slice(count));

const formatPercent = (share: number) => `${(share * 100).toFixed(1)}%`;

/** Pages of a network, also of one whose pages fail before they count. */
const countPages = (network: HealthSums) =>
  Math.max(network.pages, network.errors, network.failed_loads);

interface Compared {
  /** Sums of each network, for the stable release. */
  stable: readonly HealthSums[];
  candidate: readonly HealthSums[];
  /** Networks that usually visit, so that few are not enough where many come. */
  usual: number;
}

/** The chance that a sample of a network's pages contains a failing one. */
function sampleFailure(pages: number, failures: number): number {
  let allGood = 1;
  for (let drawn = 0; drawn < Math.min(pages, sampleSize); drawn += 1)
    allGood *= Math.max(pages - failures - drawn, 0) / (pages - drawn);
  return 1 - allGood;
}

/**
 * Whether more networks have a failing page in a sample of their pages than there would be with the
 * stable release's rate and the tolerance. So a network counts at most once, however many pages it
 * reports.
 */
function judgeFailures({ stable, candidate, usual }: Compared, metric: 'errors' | 'failed_loads') {
  const shares = (networks: readonly HealthSums[]) =>
    networks.map((network) => network[metric] / Math.max(countPages(network), 1));
  const [stableShares, candidateShares] = [shares(stable), shares(candidate)];
  const tolerated = mean(stableShares) + margins.failing;
  const votes = candidate.map((network) => sampleFailure(countPages(network), network[metric]));
  const expected = candidate.map(
    (network) => 1 - (1 - tolerated) ** Math.min(countPages(network), sampleSize),
  );
  const spread = Math.sqrt(sum(expected.map((chance) => chance * (1 - chance))));
  const excess = sum(votes) - sum(expected);
  const liars = countSuspected(Math.max(candidate.length, usual));
  return {
    networks: candidateShares.filter((share) => share > 0).length,
    share: mean(candidateShares),
    stableShare: mean(stableShares),
    isBad: excess - liars > 1.645 * spread,
    isSuspect: excess > 1.645 * spread,
    isHealthy: isHealthy(candidateShares, stableShares, liars),
  };
}

/** Shows few enough failures even if so many networks only pretend to be healthy. */
function isHealthy(candidate: readonly number[], stable: readonly number[], liars: number) {
  const stableShare =
    sumWithoutLargest(stable, liars) / Math.max(stable.length - liars, 1) + margins.healthy;
  return getUpperBound(sum(candidate), candidate.length - liars) < stableShare;
}

/** Whether networks see slow pages significantly more often, even without the slowest ones. */
function judgeSpeed({ stable, candidate, usual }: Compared, metric: 'lcp' | 'inp' | 'cls') {
  const shares = (networks: readonly HealthSums[]) =>
    networks
      .filter((network) => network[metric] > 0)
      .map((network) => network[`${metric}_poor`] / network[metric]);
  const [stableShares, candidateShares] = [shares(stable), shares(candidate)];
  const liars = countSuspected(Math.max(candidateShares.length, usual));
  const rest = candidateShares.length - liars;
  const isMeasured = stableShares.length >= fewestMeasured && rest >= fewestMeasured;
  return {
    share: mean(candidateShares),
    stableShare: mean(stableShares),
    isSlow:
      isMeasured &&
      getLowerBound(sumWithoutLargest(candidateShares, liars), rest) >
        mean(stableShares) + margins.slow,
  };
}

/** Networks that a candidate without failures needs for a good verdict. */
function networksNeeded(usual: number): number {
  let networks = suspected.least;
  while (getUpperBound(0, networks - countSuspected(Math.max(networks, usual))) >= margins.healthy)
    networks += 1;
  return networks;
}

/**
 * A candidate is bad if it fails in significantly more networks than the stable release would, good
 * if enough networks have shown that it does not, and slow if it is significantly slower. Bad is
 * rolled back at once; only good is promoted. Reports of one network never decide.
 */
export function judgeCandidate(
  stable: readonly HealthSums[],
  candidate: readonly HealthSums[] | null,
  usual = stable.length,
): RolloutHealth {
  const needed = networksNeeded(usual);
  const judged = (
    verdict: RolloutHealth['verdict'],
    words: string,
    isSuspect = false,
  ): RolloutHealth => ({
    verdict,
    words,
    stable: sumUp(stable),
    candidate: candidate && sumUp(candidate),
    networks: { stable: stable.length, candidate: candidate?.length ?? 0, needed },
    ...(isSuspect && { is_suspect: true }),
  });
  if (!candidate) return judged('none', stable.length === 0 ? '暂无数据' : `${describe(stable)}`);
  const compared = { stable, candidate, usual };
  const failures = failing.map(([metric, words]) => ({
    ...judgeFailures(compared, metric),
    words,
  }));
  const inWords = ({ words, networks, share, stableShare }: (typeof failures)[number]) =>
    `${words}：${candidate.length} 个网络中有 ${networks} 个（平均 ${formatPercent(share)} 的页面），现用版本平均 ${formatPercent(stableShare)}`;
  const bad = failures.find(({ isBad }) => isBad);
  if (bad) return judged('bad', inWords(bad));
  const suspect = failures.find(
    ({ isSuspect, networks }) => isSuspect && networks >= fewestFailing,
  );
  if (suspect)
    return judged(
      'waiting',
      `疑似异常，网络太少，不自动收回，请人工判断：${inWords(suspect)}`,
      true,
    );
  for (const [metric, words] of vitals) {
    const { isSlow, share, stableShare } = judgeSpeed(compared, metric);
    if (isSlow)
      return judged(
        'slow',
        `${words} ${formatPercent(share)}，现用版本 ${formatPercent(stableShare)}`,
      );
  }
  if (failures.every((one) => one.isHealthy)) return judged('good', describe(candidate));
  return judged(
    'waiting',
    candidate.length < needed
      ? `尚未判断：报告来自 ${candidate.length} 个网络，需要 ${needed} 个；${describe(candidate)}`
      : `尚未判断：还不能确认健康；${describe(candidate)}`,
  );
}

/** Numbers of all networks together, for people. */
function sumUp(networks: readonly HealthSums[]): HealthSums {
  const all = { ...noSums };
  for (const network of networks)
    for (const name of Object.keys(all) as (keyof HealthSums)[]) all[name] += network[name];
  return all;
}

function describe(networks: readonly HealthSums[]): string {
  const { pages, errors, failed_loads } = sumUp(networks);
  const share = (part: number) => formatPercent(Math.min(part / Math.max(pages, 1), 1));
  return `${networks.length} 个网络 ${pages} 页，出错 ${share(errors)}，加载失败 ${share(failed_loads)}`;
}
