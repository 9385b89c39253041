import { describe, expect, it } from 'vitest';
import { sampleItems } from '../exam.sample.ts';
import {
  paperReducer,
  type PaperState,
  initialPaper,
  getMinutesToAnnounce,
} from './paper.reducer.ts';

const answered = { answer: ['k0'], marked: false, version: 1 };
const paper: PaperState = { position: 2, isTimeUp: false };

describe('the exam reducer', () => {
  it.each([
    ['at the first question if none is answered', {}, 0],
    ['at the first open question', { q1: answered, q2: answered }, 2],
    ['at the first question if only the second is answered', { q2: answered }, 0],
    [
      'at the first question if all are answered',
      Object.fromEntries(sampleItems.map(({ qid }) => [qid, answered])),
      0,
    ],
    ['at a question whose answer was cleared', { q1: { ...answered, answer: [] } }, 0],
  ])('starts %s', (_, answers, position) => {
    expect(initialPaper(sampleItems, answers, false)).toEqual({ ...paper, position });
  });

  it.each([
    ['on', 3, 3],
    ['back', 1, 1],
    ['not before the first question', -1, 0],
    ['not past the last question', 9, 4],
  ])('goes %s', (_, to, position) => {
    expect(paperReducer(paper, { type: 'moved', to, count: 5 })).toEqual({ ...paper, position });
  });

  it('stops at the deadline', () => {
    expect(paperReducer(paper, { type: 'timeUp' })).toEqual({ ...paper, isTimeUp: true });
  });
});

describe('the time left', () => {
  it.each([
    [301, 302, undefined],
    [300, 301, 5],
    [299, 300, undefined],
    [60, 61, 1],
    // A page that slept past both announces only the later one.
    [30, 400, 5],
    [0, 1, undefined],
  ])('%i after %i seconds announces %s minutes', (left, before, expected) => {
    expect(getMinutesToAnnounce(left, before)).toBe(expected);
  });
});
