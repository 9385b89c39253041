import { describeContract } from '@cme/area-build/describe-contract';
import { call } from '@cme/contract/base';
import { describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { findContractFaults } from '../check/contract.ts';
import { findBreaks } from './compare.ts';

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

const createContract = (
  bodyFields: Fields,
  dataFields: Fields,
  access: 'learner' | 'open' | 'public' = 'open',
  encoding: 'form' | 'json' = 'form',
) =>
  describeContract([
    call({ path, access, encoding, body: z.object(bodyFields), data: z.object(dataFields) }),
  ]);

const before = createContract(body, data);
const breakLines = (now: ReturnType<typeof createContract>) =>
  findBreaks(before, now).map((line) => line.text);
const item = (fields: Fields) => ({ ...data, list: z.array(z.object(fields)) });

describe('additions pass', () => {
  it.each([
    ['nothing changed', before],
    ['a new call', { ...before, '/qm/api/new': before[path] as (typeof before)[string] }],
    ['an optional field to send', createContract({ ...body, level: z.optional(z.string()) }, data)],
    ['a field to receive', createContract(body, { ...data, more: z.string() })],
    [
      'a field to receive inside a list',
      createContract(body, item({ id: z.string(), state: z.enum(['a', 'b']), more: z.number() })),
    ],
    [
      'a field to receive inside a value that may be null',
      createContract(body, { ...data, last: z.nullable(z.object({ id: z.string() })) }),
      createContract(body, {
        ...data,
        last: z.nullable(z.object({ id: z.string(), more: z.optional(z.string()) })),
      }),
    ],
    [
      'one more value to send',
      createContract({ ...body, sort: z.enum(['new', 'hot', 'price']) }, data),
    ],
    [
      'one value less to receive',
      createContract(body, item({ id: z.string(), state: z.enum(['a']) })),
    ],
    [
      'a wider limit',
      createContract({ ...body, word: z.optional(z.string().check(z.maxLength(20))) }, data),
    ],
    [
      'a limit in place of a list of values, that takes all of them',
      createContract({ ...body, sort: z.string().check(z.maxLength(3)) }, data),
    ],
    ['open to more people', createContract(body, data, 'public')],
  ])('%s', (_, now, after?: typeof before) => {
    expect(after ? findBreaks(now, after) : findBreaks(before, now)).toEqual([]);
  });
});

describe('breaking changes are reported', () => {
  const { word: _word, ...withoutWord } = body;
  const { kept: _kept, ...withoutKept } = data;
  it.each([
    ['the call is gone', {}],
    ['body.word is gone', createContract(withoutWord, data)],
    ['body.level is now required', createContract({ ...body, level: z.string() }, data)],
    ['body.sort no longer takes "hot"', createContract({ ...body, sort: z.enum(['new']) }, data)],
    [
      'body.word: maxLength was 10, is 5',
      createContract({ ...body, word: z.optional(z.string().check(z.maxLength(5))) }, data),
    ],
    [
      'body.sort: maxLength was nothing, is 2',
      createContract({ ...body, sort: z.string().check(z.maxLength(2)) }, data),
    ],
    [
      'body.word was "string", is "number"',
      createContract({ ...body, word: z.optional(z.number()) }, data),
    ],
    ['data.kept is gone', createContract(body, withoutKept)],
    [
      'data.kept may now be left out',
      createContract(body, { ...data, kept: z.optional(z.string()) }),
    ],
    [
      'data.list[].id was "string", is "number"',
      createContract(body, item({ id: z.number(), state: z.enum(['a', 'b']) })),
    ],
    [
      'data.list[].state may be the unknown "c"',
      createContract(body, item({ id: z.string(), state: z.enum(['a', 'b', 'c']) })),
    ],
    ['access was open, is learner', createContract(body, data, 'learner')],
    ['encoding was form, is json', createContract(body, data, 'open', 'json')],
  ])('%s', (line, now) => {
    expect(breakLines(now as typeof before)).toEqual([line]);
  });

  it('with the line of the contract that declares the call', () => {
    const [fault] = findContractFaults(before, createContract(body, withoutKept));
    expect(fault?.at).toMatch(/^libs\/contract\/src\/content\/catalogue\.ts:\d+$/);
    expect(fault?.text).toBe(`${path}: data.kept is gone`);
  });
});

describe('the kinds of a body', () => {
  const kind = (name: string) => z.object({ kind: z.literal(name) });
  const createBody = (...kinds: string[]) =>
    describeContract([
      call({
        path,
        access: 'open',
        body: z.union(kinds.map(kind) as [ReturnType<typeof kind>]),
        data: z.object({}),
      }),
    ]);

  it('may be added but not removed', () => {
    expect(findBreaks(createBody('a', 'b'), createBody('a', 'b', 'c'))).toEqual([]);
    expect(findBreaks(createBody('a', 'b'), createBody('a', 'c')).map(({ text }) => text)).toEqual([
      'body has other variants',
    ]);
  });
});
