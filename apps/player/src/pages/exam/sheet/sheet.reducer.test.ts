import { describe, expect, it } from 'vitest';
import { sampleAttempt, startedAt } from '../exam.sample.ts';
import {
  initialSheet,
  retryDelay,
  type SaveReply,
  type SheetEvent,
  sheetReducer,
  type SheetState,
  formatAnswers,
  findUnsavedAnswers,
} from './sheet.reducer.ts';

const given = (answer: string[], version: number, marked = false) => ({ answer, version, marked });
const stale = (qid: string, answer: string[], version: number) => ({
  qid,
  answer,
  version,
  marked: 'N' as const,
});
const empty = initialSheet(sampleAttempt({ answers: [] }), [], false);
const sheet = (change: Partial<SheetState> = {}): SheetState => ({ ...empty, ...change });
const reply = (change: Partial<SaveReply> = {}): SaveReply => ({
  saved: [],
  stale: [],
  saved_at: '2026-11-22 10:32:05',
  deadline_ms: startedAt,
  server_time: startedAt,
  ...change,
});

describe('opening a sheet', () => {
  const attempt = sampleAttempt({ answers: [stale('q1', ['k2'], 4)] });

  it.each([
    ["starts with the server's answers", [], given(['k2'], 4), [], []],
    [
      'sends newer answers of this device',
      [{ qid: 'q1', ...given(['k0'], 5) }],
      given(['k0'], 5),
      ['q1'],
      [],
    ],
    [
      'reports answers that were replaced elsewhere',
      [{ qid: 'q1', ...given(['k0'], 4) }],
      given(['k2'], 4),
      [],
      ['q1'],
    ],
    [
      'reports nothing if both are the same',
      [{ qid: 'q1', ...given(['k2'], 3) }],
      given(['k2'], 4),
      [],
      [],
    ],
  ])('%s', (_, stored, answer, unsaved, replaced) => {
    expect(initialSheet(attempt, stored, false)).toMatchObject({
      answers: { q1: answer },
      unsaved,
      replaced,
      saveStatus: 'idle',
    });
  });

  it('detects that the browser is offline', () => {
    expect(initialSheet(attempt, [], true).saveStatus).toBe('offline');
  });
});

describe('events of a sheet', () => {
  const q1 = { answers: { q1: given(['k0'], 1) }, unsaved: ['q1'] };

  it.each<[string, Partial<SheetState>, SheetEvent, Partial<SheetState>]>([
    [
      'a first answer is unsaved',
      {},
      { type: 'answered', qid: 'q1', answer: ['k0'] },
      { ...q1, saveStatus: 'saving' },
    ],
    [
      'a changed answer gets the next version and is no longer marked as replaced',
      { ...q1, replaced: ['q1', 'q2'] },
      { type: 'answered', qid: 'q1', answer: ['k1'] },
      { answers: { q1: given(['k1'], 2) }, replaced: ['q2'], saveStatus: 'saving' },
    ],
    [
      'marking a question is a change too and keeps the answer',
      q1,
      { type: 'markToggled', qid: 'q1' },
      { answers: { q1: given(['k0'], 2, true) }, saveStatus: 'saving' },
    ],
    [
      'a mark can be removed',
      { answers: { q1: given([], 1, true) } },
      { type: 'markToggled', qid: 'q1' },
      { answers: { q1: given([], 2, false) }, unsaved: ['q1'], saveStatus: 'saving' },
    ],
    [
      'stored on the device while saving: shows offline',
      { saveStatus: 'saving' },
      { type: 'storedOnDevice' },
      { saveStatus: 'offline' },
    ],
    [
      'stored on the device after saving: shows nothing',
      { saveStatus: 'saved' },
      { type: 'storedOnDevice' },
      {},
    ],
    [
      'a save starts',
      { ...q1, saveStatus: 'saved' },
      { type: 'saveStarted' },
      { saveStatus: 'saving' },
    ],
    ['a save without answers', { saveStatus: 'saved' }, { type: 'saveStarted' }, {}],
    ['a save while offline', { ...q1, saveStatus: 'offline' }, { type: 'saveStarted' }, {}],
    ['the network is lost', {}, { type: 'networkLost' }, { saveStatus: 'offline' }],
    [
      'a save fails',
      { failures: 2 },
      { type: 'saveFailed', code: undefined },
      { failures: 3, saveStatus: 'offline' },
    ],
    [
      'another page has taken the seat',
      {},
      { type: 'saveFailed', code: 'exam_moved' },
      { interruption: 'moved' },
    ],
    [
      'the attempt has been submitted',
      {},
      { type: 'saveFailed', code: 'exam_over' },
      { interruption: 'finished' },
    ],
    ['the notice was dismissed', { replaced: ['q1'] }, { type: 'replacedRead' }, { replaced: [] }],
    ['nothing is unsaved after submission', q1, { type: 'submitted' }, { unsaved: [] }],
  ])('%s', (_, before, event, change) => {
    expect(sheetReducer(sheet(before), event)).toEqual(sheet({ ...before, ...change }));
  });
});

describe('a response to a save', () => {
  const sent = [{ qid: 'q1', ...given(['k0'], 1) }];
  const waiting = { answers: { q1: given(['k0'], 1) }, unsaved: ['q1'], failures: 3 };
  const newer = { answers: { q1: given(['k1'], 2) }, unsaved: ['q1'], failures: 3 };
  const saved = { saveStatus: 'saved', unsaved: [], failures: 0, savedAt: '10:32:05' } as const;

  it.each<[string, Partial<SheetState>, Partial<SaveReply>, Partial<SheetState>]>([
    ['saves the answer', waiting, { saved: [{ qid: 'q1', version: 1 }] }, saved],
    [
      'keeps an answer unsaved that changed meanwhile',
      newer,
      { saved: [{ qid: 'q1', version: 1 }] },
      { ...saved, unsaved: ['q1'], saveStatus: 'saving' },
    ],
    [
      'contains our own answer, whose acknowledgement was lost',
      waiting,
      { stale: [stale('q1', ['k0'], 1)] },
      saved,
    ],
    [
      'contains a newer answer of another page',
      waiting,
      { stale: [stale('q1', ['k3'], 6)] },
      { ...saved, answers: { q1: given(['k3'], 6) }, replaced: ['q1'] },
    ],
    [
      'contains a newer version of the same answer: nothing to report',
      waiting,
      { stale: [stale('q1', ['k0'], 6)] },
      { ...saved, answers: { q1: given(['k0'], 6) } },
    ],
    [
      "gives an answer that changed meanwhile a version above another page's",
      newer,
      { stale: [stale('q1', ['k3'], 6)] },
      { ...saved, answers: { q1: given(['k1'], 7) }, unsaved: ['q1'], saveStatus: 'saving' },
    ],
  ])('%s', (_, before, change, after) => {
    const event = { type: 'saved', reply: reply(change), sent } as const;
    expect(sheetReducer(sheet(before), event)).toEqual(
      sheet({ ...before, ...after, deadline: startedAt }),
    );
  });

  it('to a heartbeat moves the deadline and does not change the save status', () => {
    const event = { type: 'saved', reply: reply({ deadline_ms: 7 }), sent: [] } as const;
    const after = sheetReducer(sheet({ savedAt: '10:00:00' }), event);
    expect(after).toMatchObject({ deadline: 7, savedAt: '10:00:00', saveStatus: 'saved' });
  });
});

it.each([
  [1, 1500],
  [2, 2250],
  [4, 5062.5],
  [6, 8000],
  [60, 8000],
])('failure %i is followed by a delay of %i ms', (failures, delay) => {
  expect(retryDelay(failures)).toBe(delay);
});

it('unsaved answers are sent with their mark', () => {
  const state = sheet({ answers: { q1: given(['k0'], 3, true) }, unsaved: ['q1'] });
  expect(formatAnswers(findUnsavedAnswers(state))).toEqual([
    { qid: 'q1', answer: ['k0'], version: 3, marked: 'Y' },
  ]);
});
