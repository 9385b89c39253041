import type { RolloutArea, RolloutState } from '@cme/contract/site/rollout';
import { describe, expect, it } from 'vitest';
import { applyBuild, applyStep, due, RolloutRefusedError, type Step } from './rollout.rules.ts';

const [A, B, C] = ['a'.repeat(12), 'b'.repeat(12), 'c'.repeat(12)] as const;
const by = { by: '沈知行', at: '2026-06-15T02:00:00.000Z' };
const lock = { reason: '出错', by: '沈知行', at: by.at };

const area = (more: Partial<RolloutArea> = {}): RolloutArea => ({
  stable: A,
  previous: [],
  candidate: null,
  percent: 0,
  paused: false,
  lock: null,
  started_at: null,
  changed_at: '2026-06-01T00:00:00.000Z',
  changed_by: '系统',
  sites: {},
  ...more,
});
const { sites: _, ...track } = area();
const state = (more?: Partial<RolloutArea>): RolloutState => ({
  revision: 7,
  areas: { player: area(more), portal: area() },
});
const after = (before: Partial<RolloutArea>, step: Omit<Step, 'area' | 'reason'>) =>
  applyStep(state(before), { area: 'player', reason: '出错', ...step }, by);

const idle = {};
const canary = { candidate: B, percent: 10, started_at: by.at };
const halfPast = '2026-06-15T02:30:00.000Z';
const timed = { ...canary, promote_at: halfPast };
const paused = { ...canary, paused: true };
const locked = { lock };
const replaced = { stable: B, previous: [A] };

type Row = [string, Partial<RolloutArea>, Omit<Step, 'area' | 'reason'>, Partial<RolloutArea>];
const allowed: Row[] = [
  ['idle', idle, { action: 'start', release: B }, { candidate: B, percent: 10 }],
  ['idle', idle, { action: 'start', release: B, percent: 0 }, { candidate: B, percent: 0 }],
  ['idle', idle, { action: 'lock' }, { lock, stable: A }],
  ['canary', canary, { action: 'promote', percent: 50 }, { candidate: B, percent: 50 }],
  ['idle', idle, { action: 'start', release: B, minutes: 30 }, { promote_at: halfPast }],
  ['canary', canary, { action: 'promote', percent: 10, minutes: 30 }, { promote_at: halfPast }],
  ['timed', timed, { action: 'promote', percent: 50 }, { percent: 50, promote_at: null }],
  ['timed', timed, { action: 'pause' }, { paused: true, promote_at: null }],
  ['timed', timed, { action: 'abort' }, { candidate: null, promote_at: null }],
  ['canary', canary, { action: 'promote' }, { ...replaced, candidate: null, percent: 0 }],
  ['canary', canary, { action: 'pause' }, { ...canary, paused: true }],
  ['canary', canary, { action: 'abort' }, { stable: A, candidate: null, lock: null }],
  ['canary', canary, { action: 'lock' }, { ...canary, lock }],
  [
    'canary after a release',
    { ...canary, previous: [C] },
    { action: 'rollback' },
    { stable: C, candidate: null, lock },
  ],
  ['paused', paused, { action: 'start' }, { ...canary, paused: false }],
  ['paused', paused, { action: 'start', percent: 30 }, { percent: 30, paused: false }],
  ['paused', paused, { action: 'abort' }, { candidate: null, paused: false }],
  ['replaced', replaced, { action: 'rollback' }, { stable: A, previous: [], lock }],
  [
    'replaced twice',
    { stable: C, previous: [B, A] },
    { action: 'rollback' },
    { stable: B, previous: [A] },
  ],
  [
    'replaced twice',
    { stable: C, previous: [B, A] },
    { action: 'rollback', release: A },
    { stable: A, previous: [] },
  ],
  ['replaced', replaced, { action: 'rollback', release: C }, { stable: C, previous: [B, A] }],
  ['locked', locked, { action: 'unlock' }, { lock: null }],
  ['locked', { ...replaced, lock }, { action: 'rollback' }, { stable: A, lock }],
  ['locked canary', { ...canary, lock }, { action: 'pause' }, { paused: true }],
  ['locked canary', { ...canary, lock }, { action: 'abort' }, { candidate: null, lock }],
];
const refused: [string, Partial<RolloutArea>, Omit<Step, 'area' | 'reason'>, string][] = [
  ['idle', idle, { action: 'start', release: A }, 'refused'],
  ['idle', idle, { action: 'start' }, 'usage'],
  ['idle', idle, { action: 'promote' }, 'refused'],
  ['idle', idle, { action: 'pause' }, 'refused'],
  ['idle', idle, { action: 'abort' }, 'refused'],
  ['idle', idle, { action: 'rollback' }, 'refused'],
  ['idle', idle, { action: 'unlock' }, 'refused'],
  ['canary', canary, { action: 'start', release: B }, 'refused'],
  ['canary', canary, { action: 'start', release: C }, 'refused'],
  ['canary', canary, { action: 'promote', percent: 10 }, 'refused'],
  ['canary', canary, { action: 'rollback', release: A }, 'refused'],
  ['paused', paused, { action: 'promote' }, 'refused'],
  ['paused', paused, { action: 'pause' }, 'refused'],
  ['locked', locked, { action: 'start', release: B }, 'locked'],
  ['locked', locked, { action: 'lock' }, 'locked'],
  ['locked canary', { ...canary, lock }, { action: 'promote' }, 'locked'],
  ['locked canary', { ...canary, lock }, { action: 'promote', percent: 50 }, 'locked'],
];
const pause = { area: 'player', action: 'pause', reason: '' } as const;
const named = (step: Omit<Step, 'area' | 'reason'>) => Object.values(step).join(' ');

describe('a transition of a rollout', () => {
  it.each(allowed.map((row) => [row[0], named(row[2]), row] as const))(
    'leads from %s by %s',
    (_name, _step, [, before, step, matches]) => {
      const next = after(before, step);
      expect(next.areas['player']).toMatchObject(matches);
      expect(next.revision).toBe(8);
      expect(next.areas['player']).toMatchObject({ changed_by: by.by, changed_at: by.at });
    },
  );

  it.each(refused.map((row) => [row[0], named(row[2]), row] as const))(
    'is refused from %s by %s',
    (_name, _step, [, before, step, code]) => {
      const refusal = () => after(before, step);
      expect(refusal).toThrow(RolloutRefusedError);
      expect(refusal).toThrow(expect.objectContaining({ code }) as Error);
    },
  );

  it('leaves other areas unchanged', () => {
    const before = state();
    const next = applyStep(before, { area: 'player', action: 'start', release: B, reason: '' }, by);
    expect(next.areas['portal']).toBe(before.areas['portal']);
  });

  it('does not lead back to a release that was rolled back, unless it is named', () => {
    const back = after(replaced, { action: 'rollback' });
    const step = { area: 'player', action: 'rollback', reason: '' } as const;
    expect(() => applyStep(back, step, by)).toThrow(/没有更早的版本/);
    const forward = applyStep(back, { ...step, release: B }, by);
    expect(forward.areas['player']).toMatchObject(replaced);
  });

  it('keeps the last ten releases for rollback', () => {
    const ids = [...'0123456789bcdef'].map((digit) => digit.repeat(12));
    let now = state();
    for (const release of ids) {
      now = applyStep(now, { area: 'player', action: 'start', release, reason: '' }, by);
      now = applyStep(now, { area: 'player', action: 'promote', reason: '' }, by);
    }
    expect(now.areas['player']?.previous).toEqual(ids.slice(-11, -1).toReversed());
  });

  it('makes the first release of an area stable', () => {
    const next = applyStep(
      { revision: 0, areas: {} },
      { area: 'player', action: 'start', release: B, reason: '' },
      by,
    );
    expect(next.areas['player']).toMatchObject({ stable: B, candidate: null });
  });
});

describe('a canary with a duration', () => {
  const at = (time: string) => new Date(`2026-06-15T${time}.000Z`);

  it('ends at its time, globally or for one domain', () => {
    const site = 'hospital.localhost';
    const before = state({ ...timed, sites: { [site]: { ...track, ...timed } } });
    expect(due(before, at('02:29:59'))).toEqual([]);
    expect(due(before, at('02:30:00'))).toEqual([{ area: 'player' }, { area: 'player', site }]);
  });

  it.each([
    ['is locked', { ...timed, lock }],
    ['is ended by hand alone', canary],
    ['is paused', applyStep(state(timed), pause, by).areas['player']],
  ])('does not end while it %s', (_name, before) => {
    expect(due(state(before), at('23:00:00'))).toEqual([]);
  });
});

describe('one customer domain', () => {
  const site = 'hospital.localhost';
  const applyToSite = (
    before: Partial<RolloutArea>,
    step: Omit<Step, 'area' | 'reason' | 'site'>,
  ) => after(before, { ...step, site }).areas['player'];

  it('can go first, and follows the next global release', () => {
    const started = applyToSite(idle, { action: 'start', release: B, percent: 100 });
    expect(started).toMatchObject({ candidate: null, sites: { [site]: { candidate: B } } });
    const first = applyToSite(started ?? {}, { action: 'promote' });
    expect(first).toMatchObject({ stable: A, sites: { [site]: { stable: B, candidate: null } } });
    const common = after(first ?? {}, { action: 'start', release: B });
    const total = after(common.areas['player'] ?? {}, { action: 'promote' });
    expect(total.areas['player']).toMatchObject({ stable: B, sites: {} });
  });

  it('stays behind while locked, and follows again when unlocked', () => {
    const held = applyToSite(idle, { action: 'lock' });
    expect(held?.sites[site]).toMatchObject({ stable: A, lock });
    const moved = after({ ...held, ...canary }, { action: 'promote' }).areas['player'];
    expect(moved).toMatchObject({ stable: B, sites: { [site]: { stable: A } } });
    const back = after(moved ?? {}, { action: 'rollback', release: C }).areas['player'];
    expect(back?.sites[site]).toMatchObject({ stable: A });
    expect(applyToSite(moved ?? {}, { action: 'unlock' })?.sites).toEqual({});
  });

  it('cannot start a release while the whole area is locked', () => {
    expect(() => applyToSite(locked, { action: 'start', release: B })).toThrow(/已锁定/);
  });

  it('loses a candidate that is rolled back globally', () => {
    const sites = { [site]: { ...track, candidate: B, percent: 100 } };
    const next = after({ ...canary, sites }, { action: 'abort' }).areas['player'];
    expect(next?.sites).toEqual({});
  });

  it('without its own release has nothing to promote', () => {
    expect(() => applyToSite(canary, { action: 'promote' })).toThrow(/跟随整个区域/);
  });
});

describe('a release built by npm start', () => {
  const builds = { player: B };
  it('becomes stable at once', () => {
    expect(applyBuild(state(), builds, by).areas['player']).toMatchObject(replaced);
    expect(applyBuild({ revision: 0, areas: {} }, builds, by).areas['player']?.stable).toBe(B);
  });
  it.each([
    ['a lock', locked],
    ['a candidate under way', { ...canary, candidate: C }],
    ['the same release', { stable: B }],
  ])('does not change %s', (_name, before) => {
    const unchanged = state(before);
    expect(applyBuild(unchanged, builds, by)).toBe(unchanged);
  });
});

describe('an area of another team', () => {
  const step = (before: RolloutState, more: Omit<Step, 'reason' | 'area'>, name = 'lab') =>
    applyStep(before, { area: name, reason: '', ...more }, by);
  const mounted = () => step(state(), { action: 'mount' });

  it('is mounted without a release, and gives its first one to everybody', () => {
    expect(mounted().areas['lab']).toMatchObject({ stable: null, candidate: null });
    const started = step(mounted(), { action: 'start', release: A, percent: 10 });
    expect(started.areas['lab']).toMatchObject({ stable: A, candidate: null, percent: 0 });
    const next = step(started, { action: 'start', release: B, percent: 10 });
    expect(next.areas['lab']).toMatchObject({ stable: A, candidate: B, percent: 10 });
  });

  it('is gone once it is unmounted', () => {
    const before = mounted();
    expect(step(before, { action: 'unmount' })).toEqual({ ...state(), revision: 9 });
  });

  it.each([
    ['is not started before it is mounted', state(), { action: 'start', release: A }, '先用 mount'],
    ['is not mounted twice', mounted(), { action: 'mount' }, '已经挂载'],
    ['is not unmounted before', state(), { action: 'unmount' }, '先用 mount'],
  ] as const)('%s', (_name, before, more, words) => {
    expect(() => step(before, more)).toThrow(words);
  });

  it.each(['api', 'files', 'pay', 'news', 'commons', 'user-centre', 'l', 'Lab', 'lab-2'])(
    'may not be called %s',
    (name) => expect(() => step(state(), { action: 'mount' }, name)).toThrow('不能作区域名'),
  );

  it('does not take the place of the product’s own', () => {
    expect(() => step(state(), { action: 'unmount' }, 'player')).toThrow('不能卸下');
  });
});
