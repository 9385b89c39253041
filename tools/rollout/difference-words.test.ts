import { expect, it } from 'vitest';
import { type Break, broken } from '../contract/compare.ts';
import type { Contract, Schema } from '../contract/schemas.ts';
import { inChinese } from './difference-words.ts';

const object = (properties: Record<string, Schema>, required: string[] = []): Schema => ({
  type: 'object',
  properties,
  required,
});
const described = (body: Schema, data: Schema, more: object = {}): Contract => ({
  '/qm/api/word': { path: '/qm/api/word', access: 'open', encoding: 'form', body, data, ...more },
});
const text = { type: 'string' };
const before = described(
  object({ gone: text, of: text, narrow: { enum: ['a', 'b'] }, long: { type: 'string' } }),
  object(
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
const now = described(
  object(
    {
      of: { enum: ['a'] },
      narrow: { enum: ['a'] },
      long: { type: 'string', maxLength: 5 },
      fresh: text,
    },
    ['fresh'],
  ),
  object({
    kept: text,
    kind: { enum: ['a', 'c'] },
    free: {},
    either: { anyOf: [{ type: 'number' }] },
  }),
  { access: 'learner', encoding: 'json' },
);

it('every message of the contract comparison is translated to Chinese', () => {
  const all: Break[] = [...broken(before, now), ...broken(before, {})];
  const told = all.map((one) => inChinese(one.text));
  expect(all.length).toBeGreaterThan(10);
  for (const line of told) expect(line).toMatch(/[\u4e00-\u9fff]/);
  expect(told).toContain('没有这个接口');
  expect(told).toContain('body.fresh 成为必填');
  expect(told).toContain('data.kind 可能是未知的 "c"');
  expect(inChinese('data.list[].note is new')).toBe('多出 data.list[].note');
});
