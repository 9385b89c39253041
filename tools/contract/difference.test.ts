import { call } from '@cme/contract/base';
import { describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { describeContract } from '@cme/area-build/describe-contract';
import { findDifferences, toJsonContract } from './difference.ts';

const path = '/qm/api/content/list';
type Fields = Record<string, z.ZodMiniType>;
const createContract = (body: Fields, data: Fields) =>
  toJsonContract(
    describeContract([call({ path, access: 'open', body: z.object(body), data: z.object(data) })]),
  );

const body = { page: z.optional(z.number()), sort: z.enum(['new', 'hot']) };
const row = { id: z.string(), note: z.optional(z.string()), state: z.enum(['a', 'b']) };
const data = { list: z.array(z.object(row)) };
const used = createContract(body, data);
const differencesWith = (offered: ReturnType<typeof createContract>) =>
  findDifferences('player → API', used, offered).map(({ level, text }) => `${level} ${text}`);
const createRowWithout = (name: keyof typeof row) => {
  const { [name]: _, ...rest } = row;
  return { list: z.array(z.object(rest)) };
};

describe('a release compared with an API', () => {
  it.each<[string, ReturnType<typeof createContract>, string[]]>([
    ['of the same contract differs in nothing', used, []],
    ['without its call fails', {}, ['ERR the call is gone']],
    [
      'that demands more fails',
      createContract({ ...body, unit: z.string() }, data),
      ['ERR body.unit is now required', 'INFO body.unit is new'],
    ],
    [
      'that leaves out what it must have fails',
      createContract(body, createRowWithout('id')),
      ['ERR data.list[].id is gone'],
    ],
    [
      'that leaves out what it can do without goes on',
      createContract(body, createRowWithout('note')),
      ['WARN data.list[].note is gone'],
    ],
    [
      'that knows less of what it sends goes on',
      createContract({ sort: body.sort }, data),
      ['WARN body.page is gone'],
    ],
    [
      'that answers a value which it does not know goes on',
      createContract(body, { list: z.array(z.object({ ...row, state: z.enum(['a', 'b', 'c']) })) }),
      ['WARN data.list[].state may be the unknown "c"'],
    ],
    [
      'that offers more is told so',
      createContract(body, { ...data, total: z.number() }),
      ['INFO data.total is new'],
    ],
  ])('%s', (_, offered, lines) => {
    expect(differencesWith(offered)).toEqual(lines);
  });

  it('ignores calls that it does not send', () => {
    const usedWithOther = { ...used, '/qm/api/v5/other': used['/qm/api/v5/content/list'] as never };
    expect(differencesWith(usedWithOther)).toEqual([]);
  });
});
