import { expect, test } from 'vitest';
import { capitalAmount } from './amount-words.rules.ts';
import { embeddedIssuer } from './issuer.client.ts';
import type { Invoice } from './invoice.store.ts';
import { isValidPass, passFor } from './pass.rules.ts';

test.each([
  [0, '零圆整'],
  [5, '伍分'],
  [50, '伍角'],
  [100, '壹圆整'],
  [105, '壹圆零伍分'],
  [1990, '壹拾玖圆玖角'],
  [6800, '陆拾捌圆整'],
  [10_000, '壹佰圆整'],
  [1_000_500, '壹万零伍圆整'],
  [10_010_000, '壹拾万零壹佰圆整'],
  [10_100_000, '壹拾万壹仟圆整'],
  [20_003_006, '贰拾万零叁拾圆零陆分'],
  [123_456_789, '壹佰贰拾叁万肆仟伍佰陆拾柒圆捌角玖分'],
])('%d fen is %s in capitals', (fen, text) => {
  expect(capitalAmount(fen)).toBe(text);
});

test('requesting an invoice twice gives one number', async () => {
  const at = new Date('2026-06-15T02:00:00Z');
  const [one, again, other] = [
    await embeddedIssuer.issue({ invoice_no: 'A' } as Invoice, at),
    await embeddedIssuer.issue({ invoice_no: 'A' } as Invoice, at),
    await embeddedIssuer.issue({ invoice_no: 'B' } as Invoice, at),
  ];
  expect(one).toEqual(again);
  expect(one.tax_invoice_no).not.toBe(other.tax_invoice_no);
  expect(one.tax_invoice_no).toMatch(/^2633\d{16}$/);
});

test('a pass opens its own file until it expires, and only unmodified', () => {
  const settings = { secret: Buffer.alloc(48, 1) };
  const pass = passFor(settings, 'A', 1_800_000_000);
  const before = new Date(1_799_999_999_000);
  expect(isValidPass(settings, pass, 'A', before)).toBe(true);
  expect([
    isValidPass(settings, pass, 'B', before),
    isValidPass(settings, pass, 'A', new Date(1_800_000_000_000)),
    isValidPass(settings, pass.replace('18', '19'), 'A', before),
    isValidPass(settings, '', 'A', before),
    isValidPass({ secret: Buffer.alloc(48, 2) }, pass, 'A', before),
  ]).toEqual([false, false, false, false, false]);
});
