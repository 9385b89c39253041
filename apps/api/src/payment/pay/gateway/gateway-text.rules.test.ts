import { describe, expect, test } from 'vitest';
import {
  fitAlipayReason,
  fitAlipaySubject,
  fitWechatDescription,
  fitWechatReason,
} from './gateway-text.rules.ts';

const family = '👩‍👩‍👧‍👦';
const flag = '🇨🇳';

test.each([
  ['临床用药/护理=基础&进阶', '临床用药／护理＝基础＆进阶'],
  ['A&B', 'A＆B'],
  ['  第一行\n第二行\t', '第一行 第二行'],
  ['坏的\ud83d字符', '坏的\ufffd字符'],
  ['完'.repeat(128), '完'.repeat(128)],
  ['完'.repeat(129), `${'完'.repeat(127)}…`],
  [`${'完'.repeat(126)}${family}`, `${'完'.repeat(126)}…`],
  [`${'完'.repeat(126)}𠮷𠮷`, `${'完'.repeat(126)}𠮷𠮷`],
])('Alipay gets the subject %j as %j', (text, expected) => {
  expect(fitAlipaySubject(text)).toBe(expected);
});

test.each([
  ['a/b=c&d', 'a/b=c&d'],
  ['完'.repeat(42), '完'.repeat(42)],
  ['完'.repeat(43), `${'完'.repeat(41)}…`],
  ['a'.repeat(128), `${'a'.repeat(124)}…`],
  [`${'a'.repeat(120)}𠮷𠮷`, `${'a'.repeat(120)}𠮷…`],
  [`${'a'.repeat(122)}é${'b'.repeat(9)}`, `${'a'.repeat(122)}é…`],
  [`${'a'.repeat(122)}e\u0301${'b'.repeat(9)}`, `${'a'.repeat(122)}…`],
  [`${'a'.repeat(110)}${flag}${flag}`, `${'a'.repeat(110)}${flag}${flag}`],
  [`${'a'.repeat(114)}${flag}${flag}`, `${'a'.repeat(114)}${flag}…`],
  [`${'a'.repeat(103)}${family}`, `${'a'.repeat(103)}…`],
])('WeChat gets the description %j as %j', (text, expected) => {
  expect(fitWechatDescription(text)).toBe(expected);
});

describe('whatever a title is', () => {
  const texts = [family, flag, '𠮷', '完', 'e\u0301', 'a', `z${'\u0300'.repeat(300)}`];
  test.each(texts.flatMap((text) => [text.repeat(3), text.repeat(60), `前${text.repeat(99)}`]))(
    '%j fits, is not empty and not halved',
    (text) => {
      for (const [fitted, bytes, characters] of [
        [fitAlipaySubject(text), Infinity, 128],
        [fitAlipayReason(text), Infinity, 128],
        [fitWechatDescription(text), 127, Infinity],
        [fitWechatReason(text), 80, Infinity],
      ] as const) {
        expect(Buffer.byteLength(fitted)).toBeLessThanOrEqual(bytes);
        expect([...fitted].length).toBeLessThanOrEqual(characters);
        expect(fitted).not.toBe('');
        expect(fitted.isWellFormed()).toBe(true);
      }
    },
  );
});
