import { createHash } from 'node:crypto';

export type Json =
  | null
  | boolean
  | number
  | string
  | readonly Json[]
  | { readonly [key: string]: Json | undefined };

/** JSON Canonicalization Scheme, RFC 8785: one text for one value. Keys by UTF-16 code units;
 * numbers and strings as ECMAScript writes them; what cannot be JSON is refused. */
export function canonical(value: Json): string {
  if (typeof value === 'string' && !value.isWellFormed())
    throw new TypeError('a text with half a character has no canonical form');
  if (typeof value === 'number' && !Number.isFinite(value))
    throw new TypeError('a number that is not finite has no canonical form');
  if (value === null || typeof value !== 'object') return JSON.stringify(value);
  if (isList(value)) return `[${value.map(canonical).join(',')}]`;
  const parts = Object.keys(value)
    .sort()
    .flatMap((key) => {
      const part = value[key];
      return part === undefined ? [] : [`${canonical(key)}:${canonical(part)}`];
    });
  return `{${parts.join(',')}}`;
}

const isList = (value: object): value is readonly Json[] => Array.isArray(value);

export const sha256Of = (text: string): Buffer => createHash('sha256').update(text).digest();
