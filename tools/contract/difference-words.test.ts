import { expect, it } from 'vitest';
import { type Break, findBreaks } from '../contract/compare.ts';
import type { Contract, Schema } from '@cme/area-build/describe-contract';
import { toChinese } from './difference-words.ts';

const createObject = (properties: Record<string, Schema>, required: string[] = []): Schema => ({
  type: 'object',
  properties,
  required,
});
const createContract = (body: Schema, data: Schema, extra: object = {}): Contract => ({
  '/qm/api/word': { path: '/qm/api/word', access: 'open', encoding: 'form', body, data, ...extra },
});
const text = { type: 'string' };
const before = createContract(
  createObject({ gone: text, of: text, narrow: { enum: ['a', 'b'] }, long: { type: 'string' } }),
  createObject(
    {
      gone: text,
      kept: text,
      kind: { enum: ['a'] },
      free: { enum: ['a'] },
      either: { anyOf: [text] },
    },
    ['kept'],
  ),
);
const now = createContract(
  createObject(
    {
      of: { enum: ['a'] },
      narrow: { enum: ['a'] },
      long: { type: 'string', maxLength: 5 },
      fresh: text,
    },
    ['fresh'],
  ),
  createObject({
    kept: text,
    kind: { enum: ['a', 'c'] },
    free: {},
    either: { anyOf: [{ type: 'number' }] },
  }),
  { access: 'learner', encoding: 'json' },
);

it('every message of the contract comparison is translated to Chinese', () => {
  const all: Break[] = [...findBreaks(before, now), ...findBreaks(before, {})];
  const sentences = all.map((item) => toChinese(item.text));
  expect(all.length).toBeGreaterThan(10);
  for (const line of sentences) expect(line).toMatch(/[\u4e00-\u9fff]/);
  expect(sentences).toContain('没有这个接口');
  expect(sentences).toContain('body.fresh 成为必填');
  expect(sentences).toContain('data.kind 可能是未知的 "c"');
  expect(toChinese('data.list[].note is new')).toBe('多出 data.list[].note');
});
