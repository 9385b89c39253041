import * as z from 'zod/mini';
import type { ParameterRule } from './pages.ts';

export const oneOf = (values: readonly string[]): ParameterRule => ({
  kind: 'one_of',
  values: values.filter(Boolean),
});

/** A regular expression for the whole value; see `isBoundedPattern` for what it may contain. */
export const matching = (pattern: string): ParameterRule => ({ kind: 'pattern', pattern });

/** A page of a list that is rendered with its rows. */
export const pageNumber: ParameterRule = { kind: 'page_number' };
/** A page of a list that is rendered without its rows: that it is not the first is all that shows. */
export const anotherPage: ParameterRule = { kind: 'another_page' };
/** Only the presence of the parameter matters to the page. */
export const present: ParameterRule = { kind: 'present' };

export const text = (most: number, { cut = false } = {}): ParameterRule => ({
  kind: 'text',
  most,
  ...(cut && { cut }),
});

interface Described {
  enum?: string[];
  pattern?: string;
  maxLength?: number;
}

/** Rules for the fields of a schema that a page reads its query with. */
export function readFilters<Shape extends z.core.$ZodShape>(
  schema: z.ZodMiniObject<Shape>,
): Record<keyof Shape, ParameterRule> {
  const { properties = {} } = z.toJSONSchema(schema, { io: 'input' });
  const rules = Object.entries(properties).map(([name, described]) => [
    name,
    toRule(described as Described),
  ]);
  return Object.fromEntries(rules);
}

function toRule({ enum: values, pattern, maxLength }: Described): ParameterRule {
  if (values) return oneOf(values);
  if (pattern) return matching(pattern.replace(/^\^|\$$/g, ''));
  return text(maxLength ?? 200);
}
