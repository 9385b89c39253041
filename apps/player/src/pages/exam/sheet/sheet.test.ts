import type { ParsedBodyOf } from '@cme/contract/base';
import { examSave } from '@cme/contract/study';
import { requestsTo, mockPending, mockReply, samplePage, writeBlock } from '@cme/testing';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createClock } from '../clock/clock.ts';
import { sampleAttempt, scoreId, startedAt } from '../exam.sample.ts';
import { readOutbox, writeOutbox } from './outbox.ts';
import { createSheet, type Sheet } from './sheet.ts';

type Sent = ParsedBodyOf<typeof examSave>['answers'];
const state = {
  saved_at: '2026-11-22 10:32:05',
  deadline_ms: startedAt + 3_600_000,
  server_time: startedAt,
};
const taken = (answers: Sent) => ({
  ...state,
  saved: answers.map(({ qid, version }) => ({ qid, version })),
  stale: [],
});
const sent = () =>
  requestsTo(examSave).map(({ body }) =>
    body.answers.map(({ qid, answer, version }) => [qid, answer, version]),
  );
const cutOff = () => mockReply(examSave, () => Promise.reject(new TypeError('network')));

let sheet: Sheet;
const open = async (attempt = sampleAttempt()) =>
  (sheet = createSheet(attempt, await readOutbox(scoreId), createClock()));

beforeEach(() => {
  writeBlock(samplePage());
  localStorage.setItem('user_token', 'token');
  mockReply(examSave, ({ body }) => taken(body.answers));
});
afterEach(async () => {
  await sheet.submitted();
  sheet.close();
});

describe('the sheet of an attempt', () => {
  it('batches simultaneous answers into one save', async () => {
    await open();
    sheet.answer('q1', ['k0']);
    sheet.answer('q2', ['k1']);
    sheet.answer('q2', ['k1', 'k2']);
    await vi.waitFor(() =>
      expect(sheet.now()).toMatchObject({ saveStatus: 'saved', savedAt: '10:32:05', unsaved: [] }),
    );
    expect(sent()).toEqual([
      [
        ['q1', ['k0'], 1],
        ['q2', ['k1', 'k2'], 2],
      ],
    ]);
  });

  it('keeps unsaved answers on the device and sends them when it is reopened', async () => {
    cutOff();
    await open();
    sheet.answer('q1', ['k0']);
    await vi.waitFor(() => expect(sheet.now().saveStatus).toBe('offline'));
    expect(await readOutbox(scoreId)).toEqual([
      { qid: 'q1', answer: ['k0'], marked: false, version: 1 },
    ]);
    sheet.close();
    mockReply(examSave, ({ body }) => taken(body.answers));
    await open();
    expect(sheet.now().answers.q1?.answer).toEqual(['k0']);
    await vi.waitFor(() => expect(sheet.now().saveStatus).toBe('saved'));
    expect(await readOutbox(scoreId)).toEqual([]);
  });

  it('says that an answer is kept on the device only once it is', async () => {
    cutOff();
    await open();
    window.dispatchEvent(new Event('offline'));
    for (const key of ['k0', 'k1', 'k2']) {
      sheet.answer('q1', [key]);
      expect(sheet.now().saveStatus).toBe('saving');
    }
    await vi.waitFor(() => expect(sheet.now().saveStatus).toBe('offline'));
    expect(await readOutbox(scoreId)).toMatchObject([{ qid: 'q1', answer: ['k2'] }]);
  });

  it('prefers a newer answer of the server to the one on the device, and reports it', async () => {
    await writeOutbox(scoreId, [
      { qid: 'q1', answer: ['k0'], marked: false, version: 3 },
      { qid: 'q2', answer: ['k1'], marked: false, version: 3 },
    ]);
    await open(
      sampleAttempt({
        answers: [
          { qid: 'q1', answer: ['k2'], version: 4, marked: 'N' },
          { qid: 'q2', answer: ['k0'], version: 2, marked: 'N' },
        ],
      }),
    );
    expect(sheet.now()).toMatchObject({
      answers: { q1: { answer: ['k2'] }, q2: { answer: ['k1'] } },
      replaced: ['q1'],
      unsaved: ['q2'],
    });
  });

  it('recognizes its own answer if only the acknowledgement was lost', async () => {
    cutOff();
    await open();
    sheet.answer('q1', ['k0']);
    await vi.waitFor(() => expect(sheet.now().saveStatus).toBe('offline'));
    mockReply(examSave, () => ({
      ...state,
      saved: [],
      stale: [{ qid: 'q1', version: 1, answer: ['k0'], marked: 'N' as const }],
    }));
    await sheet.flush();
    expect(sheet.now()).toMatchObject({ unsaved: [], replaced: [], saveStatus: 'saved' });
  });

  it('gives an answer that changed while being sent a version above the stored one', async () => {
    let answer = () => {};
    mockReply(
      examSave,
      ({ body }) =>
        new Promise(
          (resolve) =>
            (answer = () =>
              resolve({
                ...state,
                saved: [],
                stale: body.answers.map(({ qid }) => ({
                  qid,
                  version: 6,
                  answer: ['k3'],
                  marked: 'N',
                })),
              })),
        ),
    );
    await open();
    sheet.answer('q1', ['k0']);
    await vi.waitFor(() => expect(sent()).toHaveLength(1));
    sheet.answer('q1', ['k1']);
    mockReply(examSave, ({ body }) => taken(body.answers));
    answer();
    await vi.waitFor(() => expect(sheet.now().saveStatus).toBe('saved'));
    expect(sent().at(-1)).toEqual([['q1', ['k1'], 7]]);
    expect(sheet.now()).toMatchObject({ answers: { q1: { answer: ['k1'] } }, replaced: [] });
  });

  it('reports a lost network after three seconds without a response', async () => {
    mockPending(examSave);
    await open();
    sheet.answer('q1', ['k0']);
    await vi.waitFor(() => expect(sent()).toHaveLength(1));
    await vi.waitFor(() => expect(sheet.now().saveStatus).toBe('offline'), { timeout: 3000 });
  });

  it('deletes the stored answers of a submitted attempt', async () => {
    cutOff();
    await open();
    sheet.answer('q1', ['k0']);
    await vi.waitFor(() => expect(sheet.now().saveStatus).toBe('offline'));
    await sheet.submitted();
    expect(await readOutbox(scoreId)).toEqual([]);
  });
});
