import { describe, expect, it } from 'vitest';
import { getLowerBound, judgeCandidate, noSums } from './health.rules.ts';

const sums = (more: Partial<typeof noSums>) => ({ ...noSums, ...more });
const stable = sums({ pages: 1000, errors: 10, lcp: 800, lcp_poor: 80, inp: 300, cls: 800 });

describe('the health of a candidate', () => {
  it.each([
    ['nothing seen yet', {}, 'waiting'],
    ['nineteen good pages', { pages: 19 }, 'waiting'],
    ['twenty good pages', { pages: 20 }, 'good'],
    ['as many errors as before', { pages: 1000, errors: 12 }, 'good'],
    ['one person’s four errors', { pages: 4, errors: 4 }, 'waiting'],
    ['five failing pages of five', { pages: 5, errors: 5 }, 'bad'],
    ['five failing pages of two hundred', { pages: 200, errors: 5 }, 'good'],
    ['eight errors in a hundred', { pages: 100, errors: 12 }, 'bad'],
    ['files that do not arrive', { pages: 40, failed_loads: 10 }, 'bad'],
    ['pages that fail before they count', { pages: 0, errors: 6 }, 'bad'],
    ['much slower pages', { pages: 100, lcp: 100, lcp_poor: 40 }, 'slow'],
    ['slow pages, few measured', { pages: 100, lcp: 30, lcp_poor: 30 }, 'good'],
    ['answers that lag', { pages: 100, inp: 80, inp_poor: 40 }, 'slow'],
    ['as slow as before', { pages: 100, lcp: 100, lcp_poor: 12 }, 'good'],
  ])('with %s', (_name, candidate, verdict) => {
    expect(judgeCandidate(stable, sums(candidate))).toMatchObject({ verdict });
  });

  it('of a stable release is reported in numbers only', () => {
    expect(judgeCandidate(stable, null)).toMatchObject({
      verdict: 'none',
      words: expect.stringMatching(/1000 页，出错 1\.0%/),
    });
    expect(judgeCandidate(noSums, null).words).toBe('暂无数据');
  });

  it('is compared with the baseline', () => {
    const stableShare = sums({ pages: 100, errors: 30 });
    expect(judgeCandidate(stableShare, sums({ pages: 100, errors: 30 })).verdict).toBe('good');
  });

  it('is significant only with enough pages', () => {
    expect(getLowerBound(0, 0)).toBe(0);
    expect(getLowerBound(5, 5)).toBeCloseTo(0.65, 1);
    expect(getLowerBound(500, 500)).toBeGreaterThan(0.99);
  });
});
