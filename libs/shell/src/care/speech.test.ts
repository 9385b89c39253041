import { expect, it } from 'vitest';
import { splitSentences } from './speech.ts';

it.each([
  ['', []],
  ['高血压管理', ['高血压管理']],
  ['先测量。再记录！为什么？', ['先测量。', '再记录！', '为什么？']],
  ['标题\n\n正文一句；又一句', ['标题', '正文一句；', '又一句']],
  ['。。', []],
])('%j is read as %j', (text, sentences) => expect(splitSentences(text)).toEqual(sentences));

it('splits text that is longer than a single utterance may be', () => {
  const parts = splitSentences('长'.repeat(250));
  expect(parts.map((part) => part.length)).toEqual([120, 120, 10]);
});
