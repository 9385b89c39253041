import { describe, expect, it } from 'vitest';
import { sumSpans, mergeSpans, createTrack, subtractSpans } from './spans.ts';

describe('spans', () => {
  it('merge if they touch or overlap, and stay sorted', () => {
    expect(
      mergeSpans([
        [10, 20],
        [0, 5],
        [5, 8],
        [15, 30],
      ]),
    ).toEqual([
      [0, 8],
      [10, 30],
    ]);
    expect(
      sumSpans([
        [0, 10],
        [5, 15],
      ]),
    ).toBe(15);
  });

  it('subtract what the server has, ignoring rounding', () => {
    expect(
      subtractSpans(
        [[0, 30]],
        [
          [0, 12],
          [20, 29.8],
        ],
      ),
    ).toEqual([[12, 20]]);
    expect(subtractSpans([[3, 9]], [])).toEqual([[3, 9]]);
  });
});

describe('tracking the playback position', () => {
  it('merges continuous playback into one span and returns it once', () => {
    const track = createTrack();
    for (const at of [0, 0.25, 0.5, 0.75, 1]) track.at(at, 1);
    expect(track.take()).toEqual([[0, 1]]);
    track.at(1.25, 1);
    expect(track.take()).toEqual([[1, 1.25]]);
    expect(track.take()).toEqual([]);
  });

  it('does not count what was skipped', () => {
    const track = createTrack();
    for (const at of [0, 0.5, 1, 40, 40.5, 41]) track.at(at, 1);
    expect(track.take()).toEqual([
      [0, 1],
      [40, 41],
    ]);
  });

  it('supports double speed, with its longer steps', () => {
    const track = createTrack();
    for (const at of [0, 2.5, 5]) track.at(at, 2);
    expect(track.take()).toEqual([[0, 5]]);
  });
});
