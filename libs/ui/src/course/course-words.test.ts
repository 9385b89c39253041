import { expect, it } from 'vitest';
import {
  creditWords,
  kindWords,
  learnersWords,
  levelWords,
  priceWords,
  progressWords,
  saleWords,
} from './course-words.ts';

it.each([
  ['C', '点播'],
  ['L', '直播'],
  ['R', '回放'],
  ['P', '套餐'],
  ['?', '课程'],
])('content type %s is labelled %s', (type, words) => expect(kindWords(type)).toBe(words));

it.each([
  [{ price: '12.00', is_free: 'N' }, '¥12.00'],
  [{ price: '12.00', is_free: 'Y' }, '免费'],
] as const)('price %j is formatted as %s', (content, words) =>
  expect(priceWords(content)).toBe(words),
);

it.each([
  [{ credits: 2.5, credit_type: 'new' }, '2.5 学分'],
  [{ credits: 5, credit_type: 'I' }, 'Ⅰ类 5 学分'],
  [{ credits: 0, credit_type: 'new' }, ''],
  [{ credits: 3, credit_type: 'II' }, 'Ⅱ类 3 学分'],
])('credits %j are formatted as %s', (content, words) => expect(creditWords(content)).toBe(words));

it.each([
  [['A'], '初级'],
  [['C', 'B'], '中级、高级'],
  [[], ''],
  [['A', 'B', 'C', 'D'], ''],
])('levels %j are formatted as %s', (codes, words) => expect(levelWords(codes)).toBe(words));

it.each([
  [0, '0人学过'],
  [9999, '9999人学过'],
  [23_456, '2.3万人学过'],
])('%d learners are formatted as %s', (count, words) => expect(learnersWords(count)).toBe(words));

it.each([
  [0, '未学习'],
  [62, '学习中 62%'],
  [100, '恭喜你学完此课程！'],
])('%d percent are formatted as %s', (progress, words) =>
  expect(progressWords(progress)).toBe(words),
);

it.each([
  [{}, ''],
  [{ unready: 'Y' }, '内容尚在准备'],
  [{ presale_until: '2099-12-20 00:00:00' }, '预售 · 12月20日开课'],
  [{ presale_until: '2020-12-20 00:00:00' }, '预售 · 开课时间待定'],
] as const)('the sale of %j is described as %s', (content, words) =>
  expect(saleWords(content)).toBe(words),
);
