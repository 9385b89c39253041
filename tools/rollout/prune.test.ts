import { mkdirSync, mkdtempSync, readdirSync, rmSync, utimesSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Application, RolloutEvent, RolloutReport } from '@cme/contract/site/rollout';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { pruneReleases } from './prune.ts';

const id = (sign: string) => sign.repeat(12);
const daysAgo = (days: number) => new Date(Date.now() - days * 86_400_000);
const track = {
  stable: id('a'),
  previous: [id('b'), id('c'), id('d')],
  candidate: id('e'),
  percent: 10,
  paused: false,
  lock: null,
  started_at: null,
  changed_at: '',
  changed_by: '',
};
const left = (release: string, days: number): RolloutEvent => ({
  revision: 1,
  at: daysAgo(days).toISOString(),
  area: 'player',
  site: '',
  action: 'promote',
  from: release,
  to: id('a'),
  percent: 0,
  by: '',
  reason: '',
});
const events = [left(id('c'), 29), left(id('d'), 31), left(id('c'), 90)];
const client = {
  report: async ({ area }: { area?: Application } = {}): Promise<RolloutReport> => ({
    state: {
      revision: 1,
      areas: {
        player: { ...track, sites: { 'hospital.localhost': { ...track, stable: id('f') } } },
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
    const release = join(folder, 'player', id(sign));
    mkdirSync(release, { recursive: true });
    utimesSync(release, daysAgo(100), daysAgo(100));
  }
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const storage = () => ({ kind: 'folder' as const, folder });
const there = () => readdirSync(join(folder, 'player')).map((name) => name[0]);

it('stable releases, rollback targets and those left within thirty days are kept', async () => {
  const { text, data } = await pruneReleases(client, storage(), true);
  expect(data.releases.map((one) => one.id)).toEqual([id('0'), id('d')]);
  expect(there()).toEqual(['a', 'b', 'c', 'e', 'f']);
  expect(text).toContain('已清理 2 个版本');
  expect((await pruneReleases(client, storage(), true)).text).toContain('没有可清理的版本');
});

it('a dry run lists them and removes nothing', async () => {
  const { text } = await pruneReleases(client, storage(), false);
  expect(text).toContain(`player ${id('d')}`);
  expect(text).toContain('预演');
  expect(there()).toHaveLength(7);
});
