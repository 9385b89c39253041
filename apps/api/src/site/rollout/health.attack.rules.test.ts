import { describe, expect, it } from 'vitest';
import type { HealthSums } from '@cme/contract/site/rollout';
import { judgeCandidate, noSums } from './health.rules.ts';

/** Uniform numbers from 0 to 1, the same in every run (mulberry32). */
function createRandom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

type Networks = Map<string, HealthSums>;
function report(networks: Networks, network: string, isFailing: boolean): void {
  const sums = networks.get(network) ?? { ...noSums };
  sums.pages += 1;
  if (isFailing) sums.errors += 1;
  networks.set(network, sums);
}

/** A third of the pages come from ten hospitals; the others from homes, with two pages on average. */
const visitor = (random: () => number, pages: number) =>
  random() < 1 / 3
    ? `hospital ${Math.floor(random() * 10)}`
    : `home ${Math.floor(random() * Math.ceil(pages / 3))}`;

interface Case {
  attackers: number;
  /** Real pages of the candidate; the day before, the stable release had as many. */
  pages: number;
  /** Share of the candidate's real pages that fail; the stable release fails on 0.5 %. */
  failing: number;
  attack: 'errors' | 'healthy';
}

const pagesPerAttacker = 20;
/** The candidate is judged at the first pages, then ever more rarely. */
const nextLook = (page: number) => Math.ceil(page * 1.25) + 1;

/** Attackers report before the first real page, when nothing speaks against them. */
function simulate(seed: number, { attackers, pages, failing, attack }: Case) {
  const random = createRandom(seed);
  const [stable, candidate]: [Networks, Networks] = [new Map(), new Map()];
  for (let page = 0; page < pages; page += 1)
    report(stable, visitor(random, pages), random() < 0.005);
  const usual = stable.size;
  for (let lie = 0; lie < attackers * pagesPerAttacker; lie += 1)
    report(candidate, `attacker ${lie % attackers}`, attack === 'errors');
  const seen: { bad?: number; suspect?: number } = {};
  for (let page = 0, look = 0; ; page += 1) {
    if (page > 0) report(candidate, visitor(random, pages), random() < failing);
    if (page < look) continue;
    look = Math.min(nextLook(page), pages);
    const { verdict, is_suspect } = judgeCandidate(
      [...stable.values()],
      [...candidate.values()],
      usual,
    );
    if (is_suspect || verdict === 'bad') seen.suspect ??= page;
    if (verdict === 'bad') return { ...seen, bad: page, isPromoted: false };
    if (page === pages) return { ...seen, isPromoted: verdict === 'good' };
  }
}

const runs = 10;
const simulateAll = (one: Case) =>
  Array.from({ length: runs }, (_, index) => simulate(index + 1, one));
const median = (numbers: number[]) => numbers.toSorted((a, b) => a - b)[numbers.length >> 1];

/** Of ten runs: false errors against a good release, and false health for a bad one. */
const attacks = [100, 10_000].flatMap((pages) =>
  [1, 10, 100].map((attackers) => {
    const good = simulateAll({ attackers, pages, failing: 0.005, attack: 'errors' });
    const bad = simulateAll({ attackers, pages, failing: 0.1, attack: 'healthy' });
    return {
      pages,
      attackers,
      'good one rolled back': good.filter((run) => run.bad !== undefined).length,
      'bad one promoted': bad.filter((run) => run.isPromoted).length,
    };
  }),
);

/** Without attackers: how soon a release that fails is found. */
const detections = [100, 1000, 10_000].flatMap((pages) =>
  [0.005, 0.1, 0.3, 1].map((failing) => {
    const all = simulateAll({ attackers: 0, pages, failing, attack: 'errors' });
    const after = (name: 'bad' | 'suspect') => median(all.flatMap((run) => run[name] ?? []));
    return {
      pages,
      failing,
      'rolled back': all.filter((run) => run.bad !== undefined).length,
      'after pages': after('bad'),
      'alarm after pages': after('suspect'),
      promoted: all.filter((run) => run.isPromoted).length,
    };
  }),
);

describe('a candidate under attack', () => {
  console.table(attacks);
  console.table(detections);

  it.each(attacks)(
    'beside $pages real pages and $attackers addresses is neither rolled back nor promoted falsely',
    ({ pages, attackers, ...found }) => {
      // A hundred addresses outnumber the networks of a hundred real pages: no count can tell.
      const isOutnumbered = pages === 100 && attackers === 100;
      expect(found['good one rolled back']).toBe(isOutnumbered ? runs : 0);
      expect(found['bad one promoted']).toBe(0);
    },
  );

  it('that fails everywhere is rolled back within two dozen pages, or a twentieth of a large site', () => {
    const all = detections.filter(({ failing }) => failing === 1);
    for (const found of all) {
      expect(found['rolled back']).toBe(runs);
      expect(found['after pages']).toBeLessThanOrEqual(Math.max(40, found.pages / 20));
    }
  });

  it('that fails on a tenth of its pages raises an alarm within a hundred pages or so, and is never promoted', () => {
    const all = detections.filter(({ failing }) => failing === 0.1);
    for (const found of all) {
      expect(found['alarm after pages']).toBeLessThanOrEqual(Math.max(50, found.pages / 20));
      expect(found.promoted).toBe(0);
    }
  });

  it('that is good is promoted once enough networks have seen it', () => {
    const good = detections.filter(({ failing }) => failing === 0.005);
    expect(good.map((found) => found['rolled back'])).toEqual([0, 0, 0]);
    expect(good.map(({ promoted }) => promoted)).toEqual([0, runs, runs]);
  });
});
