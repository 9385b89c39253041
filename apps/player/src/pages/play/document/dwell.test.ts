import { describe, expect, it } from 'vitest';
import { createDwell, getSecondsLeft, findNextUnread, addReading } from './dwell.ts';

describe('reading a document', () => {
  it('starts with the state of the ledger', () => {
    const dwell = createDwell(3, 10, [
      [0, 10],
      [14, 22],
    ]);
    expect(dwell.spent).toEqual([10, 6, 2]);
    expect([0, 1, 2].map((page) => getSecondsLeft(dwell, page))).toEqual([0, 4, 8]);
  });

  it('records each page in its own range, as one span while it continues', () => {
    const begun = createDwell(3, 10, []);
    const dwell = [1, 1, 0].reduce((before, page) => addReading(before, page, 1), begun);
    expect(dwell.pending).toEqual([
      [10, 12],
      [0, 1],
    ]);
  });

  it('records nothing beyond the time of a page, nor for pages that do not exist', () => {
    const full = addReading(createDwell(2, 10, []), 0, 60);
    expect(full.pending).toEqual([[0, 10]]);
    expect(addReading(full, 0, 5)).toBe(full);
    expect(addReading(full, 7, 5)).toBe(full);
  });

  it('finds the next unread page, wrapping around', () => {
    const dwell = createDwell(3, 10, [[20, 30]]);
    expect(findNextUnread(dwell, 0)).toBe(1);
    expect(findNextUnread(dwell, 1)).toBe(0);
    expect(findNextUnread(createDwell(1, 10, [[0, 10]]), 0)).toBeUndefined();
  });
});
