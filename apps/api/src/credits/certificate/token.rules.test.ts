import { expect, it } from 'vitest';
import { numberOfToken, verifyToken } from './token.rules.ts';

const settings = { secret: Buffer.from('a secret of the tests, long enough for it') };
const elsewhere = { secret: Buffer.from('a secret of somebody else, also long enough') };
const [mine, other] = ['2026-4400-K-0000012-5', '2026-4400-K-0000020-9'].map(withCheck);
const token = verifyToken(settings, mine!);
const [number, proof] = token.split('.') as [string, string];

/** The first check digit that passes the rule. */
function withCheck(certNo: string): string {
  const right = Array.from({ length: 10 }, (_, digit) => certNo.slice(0, -1) + String(digit)).find(
    (item) => numberOfToken(settings, verifyToken(settings, item)) === item,
  );
  if (!right) throw new Error('no such number');
  return right;
}

it('a sheet’s code is bound to its number', () => {
  expect(numberOfToken(settings, token)).toBe(mine);
});

it.each([
  ['the number of another', `${other!.replaceAll('-', '')}.${proof}`],
  ['the proof of another', `${number}.${verifyToken(settings, other!).split('.')[1]}`],
  ['a code of another installation', verifyToken(elsewhere, mine!)],
  ['another year', token.replace(/^2026/, '2027')],
  ['another kind', token.replace('K', 'C')],
  ['a small letter', token.replace('K', 'k')],
  ['a look-alike letter', token.replace('K', '\u041A')],
  ['full-width digits', token.replace('2026', '２０２６')],
  ['another check digit', token.replace(/\d\./, (found) => `${(Number(found[0]) + 1) % 10}.`)],
  ['no proof', number],
  ['an empty proof', `${number}.`],
  ['a proof cut short', token.slice(0, -1)],
  ['a proof that goes on', `${token}A`],
  ['another proof', `${number}.${'A'.repeat(22)}`],
  ['the first bit of the proof', `${number}.${proof.startsWith('A') ? 'B' : 'A'}${proof.slice(1)}`],
  ['a space before', ` ${token}`],
  ['a line end behind', `${token}\n`],
  ['a space within', token.replace('.', '. ')],
  ['hyphens', `${mine}.${proof}`],
  ['nothing', ''],
])('and is rejected with %s', (_, forged) => {
  expect(numberOfToken(settings, forged)).toBeUndefined();
});
