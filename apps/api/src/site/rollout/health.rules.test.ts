import { describe, expect, it } from 'vitest';
import { judgeCandidate, noSums } from './health.rules.ts';
import { getLowerBound, getUpperBound } from './proportion.rules.ts';

type Sums = typeof noSums;
/** So many networks, each with these sums. */
const networks = (count: number, more: Partial<Sums> = {}): Sums[] =>
  Array.from({ length: count }, () => ({ ...noSums, pages: 1, ...more }));
const failing = (count: number, pages = 1) => networks(count, { pages, errors: pages });

const stable = [...networks(198, { lcp: 1, inp: 1 }), ...networks(2, { errors: 1 })];

describe('the health of a candidate', () => {
  it.each([
    ['nothing seen yet', [], 'waiting', false],
    ['a thousand good pages of three networks', networks(3, { pages: 333 }), 'waiting', false],
    ['ninety good networks', networks(90), 'good', false],
    ['as many errors as before', [...networks(198), ...failing(2)], 'good', false],
    ['a thousand failing pages of one network', failing(1, 1000), 'waiting', false],
    ['two failing networks', failing(2, 5), 'waiting', false],
    ['ten failing networks of ten', failing(10, 5), 'waiting', true],
    ['ten failing networks of ninety', [...networks(80), ...failing(10)], 'waiting', true],
    ['fifteen failing networks of fifteen', failing(15), 'bad', false],
    ['fifteen hospitals where all pages fail', failing(15, 500), 'bad', false],
    ['sixty hospitals where a tenth fails', networks(60, { pages: 500, errors: 50 }), 'bad', false],
    ['many hospitals with rare errors', networks(150, { pages: 500, errors: 3 }), 'good', false],
    ['files that do not arrive', networks(20, { failed_loads: 1 }), 'bad', false],
    ['pages that fail before they count', networks(20, { pages: 0, errors: 6 }), 'bad', false],
    ['much slower pages', networks(100, { lcp: 1, lcp_poor: 1 }), 'slow', false],
    ['slow pages in few networks', networks(30, { lcp: 9, lcp_poor: 9 }), 'waiting', false],
    ['answers that lag', networks(100, { inp: 2, inp_poor: 1 }), 'slow', false],
  ])('with %s', (_name, candidate, verdict, isSuspect) => {
    const health = judgeCandidate(stable, candidate);
    expect(health).toMatchObject({ verdict });
    expect(health.is_suspect ?? false).toBe(isSuspect);
  });

  it('of a stable release is reported in numbers only', () => {
    expect(judgeCandidate(stable, null)).toMatchObject({
      verdict: 'none',
      words: '200 个网络 200 页，出错 1.0%，加载失败 0.0%',
    });
    expect(judgeCandidate([], null).words).toBe('暂无数据');
  });

  it('says how many networks are missing', () => {
    expect(judgeCandidate(stable, networks(7))).toMatchObject({
      words: expect.stringMatching(/^尚未判断：报告来自 7 个网络，需要 \d+ 个/),
      networks: { stable: 200, candidate: 7 },
    });
  });

  it('is compared with the baseline', () => {
    const often = [...networks(70), ...failing(30)];
    expect(judgeCandidate(often, often)).toMatchObject({ verdict: 'waiting' });
    expect(judgeCandidate(often, networks(90))).toMatchObject({ verdict: 'good' });
  });

  it('needs more networks where many usually visit', () => {
    expect(judgeCandidate(stable, failing(40), 200).verdict).toBe('bad');
    expect(judgeCandidate(stable, failing(40), 2000).verdict).toBe('waiting');
    expect(judgeCandidate(stable, networks(100), 200).verdict).toBe('good');
    expect(judgeCandidate(stable, networks(100), 2000).verdict).toBe('waiting');
  });

  it('is significant only with enough networks', () => {
    expect(getLowerBound(0, 0)).toBe(0);
    expect(getUpperBound(0, 0)).toBe(1);
    expect(getLowerBound(5, 5)).toBeCloseTo(0.65, 1);
    expect(getUpperBound(0, 5)).toBeCloseTo(0.35, 1);
  });
});
