const alphabet = '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz';

/** Bytes as base58-btc with its multibase letter `z`. */
export function toMultibase(bytes: Uint8Array): string {
  let rest = BigInt(`0x${Buffer.from(bytes).toString('hex') || '0'}`);
  let text = '';
  for (; rest > 0n; rest /= 58n) text = alphabet[Number(rest % 58n)] + text;
  const zeros = bytes.findIndex((byte) => byte !== 0);
  return `z${'1'.repeat(zeros < 0 ? bytes.length : zeros)}${text}`;
}

/** The reverse; undefined for anything that is not base58-btc. */
export function fromMultibase(text: string): Buffer | undefined {
  if (!/^z[1-9A-HJ-NP-Za-km-z]{1,200}$/.test(text)) return undefined;
  const digits = text.slice(1);
  const zeros = /^1*/.exec(digits)?.[0].length ?? 0;
  const number = [...digits].reduce((sum, one) => sum * 58n + BigInt(alphabet.indexOf(one)), 0n);
  const hex = number === 0n ? '' : number.toString(16);
  return Buffer.concat([Buffer.alloc(zeros), Buffer.from(hex.length % 2 ? `0${hex}` : hex, 'hex')]);
}
