import { expect, it } from 'vitest';
import { clockWords, durationWords, studyTimeWords } from './durations.ts';

it.each([
  [0, '0秒'],
  [0.9, '0秒'],
  [-5, '0秒'],
  [Number.NaN, '0秒'],
  [Infinity, '0秒'],
  [59, '59秒'],
  [60, '1分'],
  [61, '1分1秒'],
  [3600, '1小时'],
  [3605, '1小时0分5秒'],
  [174_428, '2天0小时27分8秒'],
  [172_800 + 3600, '2天1小时'],
  [86_399, '23小时59分59秒'],
  [86_400, '1天'],
  [93_784, '1天2小时3分4秒'],
])('%d seconds are formatted as %s', (seconds, words) =>
  expect(durationWords(seconds)).toBe(words),
);

it.each([
  [0, '0秒'],
  [Number.NaN, '0秒'],
  [59, '59秒'],
  [119, '1分钟'],
  [3600, '1小时'],
  [3725, '1小时2分钟'],
  [86_400, '24小时'],
  [130_859, '36小时20分钟'],
])('a study time of %d seconds is formatted as %s', (seconds, words) =>
  expect(studyTimeWords(seconds)).toBe(words),
);

it.each([
  [0, '00:00'],
  [5, '00:05'],
  [125.7, '02:05'],
  [3599, '59:59'],
  [3725, '1:02:05'],
  [-1, '00:00'],
])('a clock shows %d seconds as %s', (seconds, words) => expect(clockWords(seconds)).toBe(words));
