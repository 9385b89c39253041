import { call } from '@cme/contract/base';
import { expect, it } from 'vitest';
import * as z from 'zod/mini';
import { describeContract } from '@cme/area-build/describe-contract';
import { findBoundFaults } from './bounds.ts';

const faultsOf = (field: z.ZodMiniType) => {
  const listed = call({
    path: '/qm/api/content/list',
    access: 'open',
    body: z.object({ field }),
    data: z.object({}),
  });
  return findBoundFaults(describeContract([listed])).map(({ text }) => text.split('body.field')[1]);
};
const short = z.string().check(z.maxLength(5));

it.each([
  ['a text', z.string(), ': a text without a longest length'],
  ['an open pattern', z.string().check(z.regex(/^a+$/)), ': a text without a longest length'],
  [
    'a pattern without its end',
    z.string().check(z.regex(/^ab/)),
    ': a text without a longest length',
  ],
  ['an optional text', z.optional(z.string()), ': a text without a longest length'],
  ['a whole number', z.coerce.number().check(z.int()), ': a number without minimum and maximum'],
  ['a number', z.number().check(z.minimum(1)), ': a number without maximum'],
  ['a list', z.array(short), ': a list without a largest size'],
  [
    'texts in a list',
    z.array(z.string()).check(z.maxLength(2)),
    '[]: a text without a longest length',
  ],
  ['a pair', z.tuple([short, z.string()]), '[1]: a text without a longest length'],
  ['a record', z.record(z.string(), z.string()), '[*]: a text without a longest length'],
  ['a variant', z.union([short, z.string()]), ': a text without a longest length'],
  ['anything', z.unknown(), ': may be anything'],
])('%s without bounds is named', (_, field, fault) => {
  expect(faultsOf(field)).toEqual([fault]);
});

it.each([
  ['a short text', short],
  ['a closed pattern', z.string().check(z.regex(/^\d{6}$/))],
  ['words', z.enum(['Y', 'N'])],
  ['one word', z.literal('Y')],
  ['a number between', z.number().check(z.minimum(0), z.maximum(16))],
  ['a short list of short texts', z.array(short).check(z.maxLength(2))],
  ['yes or no', z.boolean()],
])('%s passes', (_, field) => {
  expect(faultsOf(field)).toEqual([]);
});
