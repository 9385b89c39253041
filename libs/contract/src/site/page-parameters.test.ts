import { describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { isBoundedPattern } from './bounded-pattern.ts';
import { matching, oneOf, readFilters, text } from './page-parameters.ts';
import { ContentFilters } from '../content/catalogue.ts';

describe('the rules for a page that reads its query with a schema', () => {
  const Filters = z.object({
    kind: z._default(z.enum(['free', 'paid', '']), ''),
    year: z._default(z.string().check(z.maxLength(4), z.regex(/^(20\d\d)?$/)), ''),
    keyword: z._default(z.string().check(z.trim(), z.maxLength(100)), ''),
  });

  it('are derived from its fields', () => {
    expect(readFilters(Filters)).toEqual({
      kind: oneOf(['free', 'paid']),
      year: matching('(20\\d\\d)?'),
      keyword: text(100),
    });
  });

  it('hold patterns that no value can make slow', () => {
    for (const rule of Object.values(readFilters(ContentFilters)))
      expect(rule.kind !== 'pattern' || isBoundedPattern(rule.pattern)).toBe(true);
  });
});
