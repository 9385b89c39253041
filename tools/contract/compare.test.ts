import { call } from '@cme/contract';
import { describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { contractFaults } from '../check/contract.ts';
import { broken } from './compare.ts';
import { describeContract } from './schemas.ts';

const path = '/qm/api/content/list';
const body = {
  page: z._default(z.number(), 1),
  word: z.optional(z.string().check(z.maxLength(10))),
  sort: z.enum(['new', 'hot']),
};
const data = {
  list: z.array(z.object({ id: z.string(), state: z.enum(['a', 'b']) })),
  note: z.optional(z.string()),
  kept: z.string(),
};
type Fields = Record<string, z.ZodMiniType>;

const contractOf = (
  bodyFields: Fields,
  dataFields: Fields,
  access: 'learner' | 'open' | 'public' = 'open',
  encoding: 'form' | 'json' = 'form',
) =>
  describeContract({
    list: call({ path, access, encoding, body: z.object(bodyFields), data: z.object(dataFields) }),
  });

const before = contractOf(body, data);
const lines = (now: ReturnType<typeof contractOf>) => broken(before, now).map((line) => line.text);
const item = (fields: Fields) => ({ ...data, list: z.array(z.object(fields)) });

describe('additions pass', () => {
  it.each([
    ['nothing changed', before],
    ['a new call', { ...before, '/qm/api/new': before[path] as (typeof before)[string] }],
    ['an optional field to send', contractOf({ ...body, level: z.optional(z.string()) }, data)],
    ['a field to receive', contractOf(body, { ...data, more: z.string() })],
    [
      'a field to receive inside a list',
      contractOf(body, item({ id: z.string(), state: z.enum(['a', 'b']), more: z.number() })),
    ],
    [
      'one more value to send',
      contractOf({ ...body, sort: z.enum(['new', 'hot', 'price']) }, data),
    ],
    ['one value less to receive', contractOf(body, item({ id: z.string(), state: z.enum(['a']) }))],
    [
      'a wider limit',
      contractOf({ ...body, word: z.optional(z.string().check(z.maxLength(20))) }, data),
    ],
    [
      'a limit in place of a list of values, that takes all of them',
      contractOf({ ...body, sort: z.string().check(z.maxLength(3)) }, data),
    ],
    ['open to more people', contractOf(body, data, 'public')],
  ])('%s', (_, now) => {
    expect(lines(now)).toEqual([]);
  });
});

describe('breaking changes are reported', () => {
  const { word: _word, ...withoutWord } = body;
  const { kept: _kept, ...withoutKept } = data;
  it.each([
    ['the call is gone', {}],
    ['body.word is gone', contractOf(withoutWord, data)],
    ['body.level is now required', contractOf({ ...body, level: z.string() }, data)],
    ['body.sort no longer takes "hot"', contractOf({ ...body, sort: z.enum(['new']) }, data)],
    [
      'body.word: maxLength was 10, is 5',
      contractOf({ ...body, word: z.optional(z.string().check(z.maxLength(5))) }, data),
    ],
    [
      'body.sort: maxLength was nothing, is 2',
      contractOf({ ...body, sort: z.string().check(z.maxLength(2)) }, data),
    ],
    [
      'body.word was "string", is "number"',
      contractOf({ ...body, word: z.optional(z.number()) }, data),
    ],
    ['data.kept is gone', contractOf(body, withoutKept)],
    ['data.kept may now be left out', contractOf(body, { ...data, kept: z.optional(z.string()) })],
    [
      'data.list[].id was "string", is "number"',
      contractOf(body, item({ id: z.number(), state: z.enum(['a', 'b']) })),
    ],
    [
      'data.list[].state may be the unknown "c"',
      contractOf(body, item({ id: z.string(), state: z.enum(['a', 'b', 'c']) })),
    ],
    ['access was open, is learner', contractOf(body, data, 'learner')],
    ['encoding was form, is json', contractOf(body, data, 'open', 'json')],
  ])('%s', (line, now) => {
    expect(lines(now as typeof before)).toEqual([line]);
  });

  it('with the line of the contract that declares the call', () => {
    const [fault] = contractFaults(before, contractOf(body, withoutKept));
    expect(fault?.at).toMatch(/^libs\/contract\/src\/content\/catalogue\.ts:\d+$/);
    expect(fault?.text).toBe(`${path}: data.kept is gone`);
  });
});

describe('the kinds of a body', () => {
  const kind = (name: string) => z.object({ kind: z.literal(name) });
  const sent = (...kinds: string[]) =>
    describeContract({
      one: call({
        path,
        access: 'open',
        body: z.union(kinds.map(kind) as [ReturnType<typeof kind>]),
        data: z.object({}),
      }),
    });

  it('may be added but not removed', () => {
    expect(broken(sent('a', 'b'), sent('a', 'b', 'c'))).toEqual([]);
    expect(broken(sent('a', 'b'), sent('a', 'c')).map(({ text }) => text)).toEqual([
      'body has other variants',
    ]);
  });
});
