import { describe, expect, it } from 'vitest';
import { sampleCourse, sampleSection } from '../../../components/course.sample.ts';
import {
  notEntered,
  type PlayEvent,
  playReducer,
  type PlayState,
  withSectionState,
} from './play.reducer.ts';
import { sampleEntered, sampleLedger } from '../play.sample.ts';

const entered = sampleEntered();
const later = sampleLedger({ progress: 50 });
const message = '已在别处学习';
const refused = (code: string | undefined, statusCode = 400): PlayEvent => ({
  type: 'refused',
  code,
  message,
  statusCode,
});

describe('the play reducer', () => {
  it.each<[string, PlayState, PlayEvent, Partial<PlayState>]>([
    ['is entered', notEntered, { type: 'entered', entered }, { entered, ledger: entered }],
    [
      'follows the ledger',
      { ...notEntered, entered },
      { type: 'beatAccepted', ledger: later },
      { ledger: later },
    ],
    [
      'goes offline',
      notEntered,
      { type: 'connection', offline: true, dropped: true },
      { offline: true, dropped: true },
    ],
    [
      'continues after a check',
      { ...notEntered, interruption: { kind: 'lapsed', message } },
      { type: 'checkAnswered', ledger: later },
      { ledger: { ...later, open_check: undefined }, interruption: undefined },
    ],
    [
      'moves to another page',
      notEntered,
      refused('play_moved'),
      { interruption: { kind: 'moved', message } },
    ],
    ['lapsed', notEntered, refused('play_lapsed'), { interruption: { kind: 'lapsed', message } }],
    [
      'is refused',
      notEntered,
      refused('refund_pending'),
      { interruption: { kind: 'refused', message } },
    ],
    [
      'meets a server error',
      notEntered,
      refused(undefined, 500),
      { interruption: { kind: 'failed', message } },
    ],
    [
      'meets an unreachable server',
      notEntered,
      refused(undefined, 0),
      { interruption: { kind: 'failed', message } },
    ],
    ['waits for an open check', notEntered, refused('check_open'), { interruption: undefined }],
  ])('%s', (_, before, event, change) => {
    expect(playReducer(before, event)).toEqual({ ...before, ...change });
  });

  it('resets when a section is entered', () => {
    const before = { ...notEntered, entered, ledger: later, offline: true };
    expect(playReducer(before, { type: 'entering' })).toEqual(notEntered);
  });
});

it('updates only the section that plays', () => {
  const course = sampleCourse([sampleSection(), sampleSection({ section_id: 'S2' })]);
  const ledger = sampleLedger({ section_status: 'finished', progress: 50 });
  const after = withSectionState(course, 'S2', ledger);
  expect(after.progress).toBe(50);
  expect(after.chapters[0]?.sections.map(({ section_status }) => section_status)).toEqual([
    'not_started',
    'finished',
  ]);
});
