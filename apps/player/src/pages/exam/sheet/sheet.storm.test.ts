import type { ParsedBodyOf } from '@cme/contract/base';
import { examSave } from '@cme/contract/study';
import { mockReply, samplePage, writeBlock } from '@cme/testing';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { createClock } from '../clock/clock.ts';
import { sampleAttempt, scoreId, startedAt } from '../exam.sample.ts';
import { readOutbox } from './outbox.ts';
import { createSheet } from './sheet.ts';

type Answer = ParsedBodyOf<typeof examSave>['answers'][number];

/** A seeded pseudo-random number generator. */
function random(seed: number) {
  let state = seed * 7919 + 1;
  return (below: number) => (state = (state * 48_271) % 2_147_483_647) % below;
}

/**
 * A server that keeps the newer version, on a network that loses or delays requests and
 * responses.
 */
function createServer(roll: (below: number) => number) {
  const stored = new Map<string, Answer>();
  let isCalm = false;
  const take = (answers: Answer[]) => {
    const newer = answers.filter(({ qid, version }) => version > (stored.get(qid)?.version ?? 0));
    for (const answer of newer) stored.set(answer.qid, answer);
    const stale = answers.flatMap((answer) =>
      newer.includes(answer) ? [] : [stored.get(answer.qid)!],
    );
    return {
      saved: newer.map(({ qid, version }) => ({ qid, version })),
      stale,
      saved_at: '2026-11-22 10:32:05',
      deadline_ms: startedAt + 3_600_000,
      server_time: startedAt,
    };
  };
  mockReply(examSave, async ({ body }) => {
    const luck = isCalm ? 9 : roll(10);
    if (luck < 3) throw new TypeError('the question was lost');
    const answer = take(body.answers);
    if (luck < 5) throw new TypeError('the answer was lost');
    if (luck < 7) await new Promise((resolve) => setTimeout(resolve, roll(20_000)));
    return answer;
  });
  return { stored, calm: () => (isCalm = true) };
}

beforeEach(() => {
  writeBlock(samplePage());
  localStorage.setItem('user_token', 'token');
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval'] });
});
afterEach(() => vi.useRealTimers());

it.each(Array.from({ length: Number(process.env.TEST_STORMS ?? 100) }, (_, seed) => seed))(
  'the last answer is the one that is stored, whatever the network does (%d)',
  async (seed) => {
    const roll = random(seed);
    const server = createServer(roll);
    const last = new Map<string, string[]>();
    const open = async () => {
      const answers = [...server.stored.values()].map(({ qid, answer, version, marked = 'N' }) => ({
        qid,
        answer,
        version,
        marked,
      }));
      return createSheet(sampleAttempt({ answers }), await readOutbox(scoreId), createClock());
    };
    let sheet = await open();
    for (let step = 0; step < 60; step += 1) {
      const qid = `q${roll(6)}`;
      const answer = [`k${roll(4)}`];
      last.set(qid, answer);
      sheet.answer(qid, answer);
      await vi.advanceTimersByTimeAsync(roll(4000));
      if (roll(12) > 0) continue;
      // The page is killed and reopened.
      sheet.close();
      sheet = await open();
    }
    server.calm();
    // On a busy machine the last responses may need more than the fake time advanced here.
    for (let minute = 0; minute < 10 && sheet.now().unsaved.length > 0; minute += 1)
      await vi.advanceTimersByTimeAsync(60_000);
    expect(sheet.now()).toMatchObject({ unsaved: [], interruption: undefined });
    for (const [qid, answer] of last) {
      expect(server.stored.get(qid)?.answer, qid).toEqual(answer);
      expect(sheet.now().answers[qid]?.answer, qid).toEqual(answer);
    }
    await sheet.submitted();
    sheet.close();
    expect(await readOutbox(scoreId)).toEqual([]);
  },
);
