import { createHash } from 'node:crypto';
import serialize from 'canonicalize';

export type Json =
  | null
  | boolean
  | number
  | string
  | readonly Json[]
  | { readonly [key: string]: Json | undefined };

/** JSON Canonicalization Scheme, RFC 8785: one text for one value; what cannot be JSON is refused. */
export function canonical(value: Json): string {
  const text = serialize(value);
  if (text === undefined) throw new TypeError('only JSON values have a canonical form');
  return text;
}

export const hashSha256 = (text: string): Buffer => createHash('sha256').update(text).digest();
