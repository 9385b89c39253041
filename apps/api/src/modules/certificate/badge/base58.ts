import { base58 } from '@scure/base';

/** Bytes as base58-btc with its multibase letter `z`. */
export const toMultibase = (bytes: Uint8Array): string => `z${base58.encode(bytes)}`;

/** The reverse; undefined for anything that is not base58-btc. */
export function fromMultibase(text: string): Buffer | undefined {
  // The work grows with the square of the length.
  if (!/^z[1-9A-HJ-NP-Za-km-z]{1,200}$/.test(text)) return undefined;
  return Buffer.from(base58.decode(text.slice(1)));
}
