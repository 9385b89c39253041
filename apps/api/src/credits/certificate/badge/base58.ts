import { base58 } from '@scure/base';

/** Encodes bytes as base58-btc with the multibase prefix `z`. */
export const toMultibase = (bytes: Uint8Array): string => `z${base58.encode(bytes)}`;

/** Decodes base58-btc; undefined for invalid input. */
export function fromMultibase(text: string): Buffer | undefined {
  // The cost grows with the square of the length.
  if (!/^z[1-9A-HJ-NP-Za-km-z]{1,200}$/.test(text)) return undefined;
  return Buffer.from(base58.decode(text.slice(1)));
}
