import { mkdirSync, mkdtempSync, readdirSync, rmSync, utimesSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Application, RolloutEvent, RolloutReport } from '@cme/contract/site/rollout';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { pruneReleases } from './prune.ts';

const createId = (sign: string) => sign.repeat(12);
const subtractDays = (days: number) => new Date(Date.now() - days * 86_400_000);
const track = {
  stable: createId('a'),
  previous: [createId('b'), createId('c'), createId('d')],
  candidate: createId('e'),
  percent: 10,
  paused: false,
  lock: null,
  started_at: null,
  changed_at: '',
  changed_by: '',
};
const createEvent = (release: string, days: number): RolloutEvent => ({
  revision: 1,
  at: subtractDays(days).toISOString(),
  area: 'player',
  site: '',
  action: 'promote',
  from: release,
  to: createId('a'),
  percent: 0,
  by: '',
  reason: '',
});
const events = [
  createEvent(createId('c'), 29),
  createEvent(createId('d'), 31),
  createEvent(createId('c'), 90),
];
const client = {
  report: async ({ area }: { area?: Application } = {}): Promise<RolloutReport> => ({
    state: {
      revision: 1,
      areas: {
        player: { ...track, sites: { 'hospital.localhost': { ...track, stable: createId('f') } } },
      },
    },
    health: {},
    edges: [],
    events: area === 'player' ? events : [],
  }),
};

let folder = '';
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'cme-prune-'));
  for (const sign of 'abcdef0') {
    const release = join(folder, 'player', createId(sign));
    mkdirSync(release, { recursive: true });
    utimesSync(release, subtractDays(100), subtractDays(100));
  }
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const storage = () => ({ kind: 'folder' as const, folder });
const listReleases = () => readdirSync(join(folder, 'player')).map((name) => name[0]);

it('stable releases, rollback targets and those left within thirty days are kept', async () => {
  const { text, data } = await pruneReleases(client, storage(), true);
  expect(data.releases.map((release) => release.id)).toEqual([createId('0'), createId('d')]);
  expect(listReleases()).toEqual(['a', 'b', 'c', 'e', 'f']);
  expect(text).toContain('已清理 2 个版本');
  expect((await pruneReleases(client, storage(), true)).text).toContain('没有可清理的版本');
});

it('a dry run lists them and removes nothing', async () => {
  const { text } = await pruneReleases(client, storage(), false);
  expect(text).toContain(`player ${createId('d')}`);
  expect(text).toContain('预演');
  expect(listReleases()).toHaveLength(7);
});
