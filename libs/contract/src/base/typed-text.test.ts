import { describe, expect, test } from 'vitest';
import * as z from 'zod/mini';
import { cardBind } from '../payment/card.ts';
import { invoiceApply } from '../payment/invoice.ts';
import { exchangeCalc } from '../credits/exchange.ts';
import {
  cardNumbers,
  codes,
  emails,
  identityNumbers,
  latinNames,
  longTexts,
  mobiles,
  names,
  numbers,
  passwords,
  taxNumbers,
  type TypedExample,
} from '../../test/typed-examples.ts';
import { type IdKind, isIdOfKind, isNameOfKind } from './id-kinds.ts';
import { IdNumber, Mobile, Password, RealName, SmsCode } from './person-fields.ts';
import { longText } from './text-fields.ts';

const nameOf = (kind: IdKind) => RealName.check(z.refine((name) => isNameOfKind(kind, name)));
const IdentityNumber = IdNumber.check(z.refine((value) => isIdOfKind('ID', value)));

const kinds: [name: string, schema: z.ZodMiniType, examples: TypedExample[]][] = [
  ['a mobile number', Mobile, mobiles],
  ['an identity number', IdentityNumber, identityNumbers],
  ['a code', SmsCode, codes],
  ['a password', Password, passwords],
  ['a name', nameOf('ID'), names],
  ['a name of a passport', nameOf('PP'), latinNames],
  ['a quantity', exchangeCalc.body.shape.quantity, numbers],
  ['a card number', cardBind.body.shape.card_no, cardNumbers],
  ['a tax number', invoiceApply.body.shape.tax_no, taxNumbers],
  ['an e-mail address', invoiceApply.body.shape.email, emails],
  ['a long text', longText(500), longTexts],
];

describe.each(kinds)('%s', (_, schema, examples) => {
  test('has at least thirty examples', () => expect(examples.length).toBeGreaterThanOrEqual(30));
  test.each(examples)('typed as %j is read as %j', (typed, read) =>
    expect(schema.safeParse(typed).data).toBe(read),
  );
});

describe('a text that is too long', () => {
  test.each([
    ['a password', Password, `Aa1${'x'.repeat(21)}`, '密码须为8-20位，现在24位'],
    ['a pasted password', Password, `Aa1${'x'.repeat(61)}`, '密码须为8-20位，现在64位'],
    ['a long text', longText(500), '字'.repeat(612), '最多 500 字，现在 612 字'],
    ['a name', RealName, 'A'.repeat(61), '姓名最多 60 字，现在 61 字'],
  ])('%s is told the limit and its length', (_, schema, typed, message) =>
    expect(schema.safeParse(typed).error?.issues[0]?.message).toBe(message),
  );
});
