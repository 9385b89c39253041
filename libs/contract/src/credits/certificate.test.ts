import { describe, expect, it } from 'vitest';
import { certCheckDigit, isCertNo } from './certificate.ts';

describe('the check digit of a certificate', () => {
  it.each([
    ['7992739871', '3', 'the usual example of Luhn mod 10'],
    ['US037833100', '5', 'letters as two digits: a well-known securities number'],
    ['AU0000XVGZA', '3', 'another, nearly all letters'],
    ['2026-0351-P-0001234', '6', 'a course’s certificate'],
    ['2025-0351-N-0001234', '9', 'a year’s'],
    ['2026-0351-P-0000000', '2', 'serial nought'],
  ])('of %s is %s: %s', (body, digit) => expect(certCheckDigit(body)).toBe(digit));

  const validNumber = `2026-0351-P-0001234-${certCheckDigit('2026-0351-P-0001234')}`;

  it('makes a number valid', () => expect(isCertNo(validNumber)).toBe(true));

  it('detects any single wrong digit', () => {
    const digits = [...validNumber].flatMap((item, index) => (/\d/.test(item) ? [index] : []));
    for (const index of digits) {
      for (const digit of '0123456789')
        if (digit !== validNumber[index])
          expect(isCertNo(validNumber.slice(0, index) + digit + validNumber.slice(index + 1))).toBe(
            false,
          );
    }
  });

  it('detects two swapped neighbouring digits', () => {
    const swappedNumber = validNumber.replace('1234', '1324');
    expect(isCertNo(swappedNumber)).toBe(false);
  });

  it.each([
    '',
    '2026-0351-P-0001234',
    validNumber.toLowerCase(),
    validNumber.replaceAll('-', ''),
    `${validNumber} `,
    validNumber.replace('P', 'Ｐ'),
    validNumber.replace('2026', '20O6'),
    `${validNumber}\n`,
  ])('%j is not a valid number', (value) => expect(isCertNo(value)).toBe(false));
});
