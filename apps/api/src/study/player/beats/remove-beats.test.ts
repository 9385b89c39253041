import { learnSummary } from '@cme/contract/study';
import { ulid } from 'ulid';
import { beforeAll, expect, it } from 'vitest';
import { type Learner, newLearner } from '../../../../test/learner.ts';
import { startApiForFile } from '../../../../test/api-for-file.ts';
import { insertStudyDays } from '../../learning/progress/progress.store.ts';
import { beatLog, playSession } from '../play/player.tables.ts';
import { retentionStart, removeOldBeats } from './remove-beats.job.ts';

const api = await startApiForFile({ now: '2026-06-15T02:00:00Z' });
let learner: Learner;
beforeAll(async () => {
  learner = await newLearner(api);
});

it.each([
  ['2026-06-15T02:00:00Z', '2025-05-15T02:00:00.000Z'],
  ['2026-01-10T02:00:00Z', '2024-12-10T02:00:00.000Z'],
  ['2026-03-31T02:00:00Z', '2025-02-28T02:00:00.000Z'],
])('beats are kept for thirteen months: at %s since %s', (now, since) => {
  expect(retentionStart(new Date(now)).toISOString()).toBe(since);
});

async function play(from: string, to = from) {
  const play_id = ulid();
  await api.db.insert(playSession).values({
    play_id,
    token_hash: play_id,
    site_id: 'main',
    user_id: learner.user_id,
    session_id: 's1',
    learning_id: 'l1',
    content_id: 'c1',
    section_id: 's1',
    play_status: 'ended',
    seq: 2,
    started_at: new Date(from),
    last_beat_at: new Date(to),
    credited_to: new Date(to),
    accepted_ms: 30_000,
  });
  for (const [seq, at] of [from, to].entries())
    await api.db.insert(beatLog).values({
      play_id,
      seq: seq + 1,
      at: new Date(at),
      client_at: 0,
      spans: [[0, 15]],
      position_ms: 15_000,
      accepted_ms: 15_000,
    });
  return play_id;
}

it('old beats are deleted in slices by any number of processes; totals and newer beats stay', async () => {
  const old = [];
  for (let n = 0; n < 7; n += 1) old.push(await play('2025-05-01T02:00:00Z'));
  const young = await play('2025-05-20T02:00:00Z');
  const across = await play('2025-05-15T01:00:00Z', '2025-05-15T03:00:00Z');
  await insertStudyDays(api.db, [
    { user_id: learner.user_id, day: '2025-05-01', counted_ms: 210_000 },
  ]);
  const done = await Promise.all([1, 2, 3].map(() => removeOldBeats(api.context, 2)));
  await removeOldBeats(api.context, 2);
  expect(await removeOldBeats(api.context, 2)).toBe(0);
  expect(done.every((count) => count <= 7)).toBe(true);
  const left = await api.db.select().from(beatLog);
  expect(new Set(left.map(({ play_id }) => play_id))).toEqual(new Set([young, across]));
  const plays = await api.db.select().from(playSession);
  expect(plays.map(({ accepted_ms }) => accepted_ms)).toEqual(Array(9).fill(30_000));
  expect(
    plays.filter(({ beats_removed_at }) => beats_removed_at).map(({ play_id }) => play_id),
  ).toEqual(expect.arrayContaining(old));
  expect((await api.send(learnSummary, {}, learner)).total_seconds).toBe(210);
});
