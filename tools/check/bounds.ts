import type { Contract, Schema } from '@cme/area-build/describe-contract';
import { findLocation } from '../contract/schemas.ts';
import type { Fault } from './tree.ts';

const toRecords = (value: unknown): Record<string, Schema> =>
  (value ?? {}) as Record<string, Schema>;
const toSchemas = (value: unknown): Schema[] => (Array.isArray(value) ? value : []) as Schema[];

const isSchema = (value: unknown): value is Schema => typeof value === 'object' && value !== null;

/** `z.int()` alone allows all safe integers, which exceed the range of the columns. */
const isBound = (value: unknown) =>
  typeof value === 'number' && Math.abs(value) < Number.MAX_SAFE_INTEGER;
const isLength = (value: unknown) => typeof value === 'number';
/** An anchored pattern without unbounded repetition. */
const isClosedPattern = (pattern: unknown) =>
  typeof pattern === 'string' && /^\^[^*+]*\$$/.test(pattern) && !/,\}/.test(pattern);

function findMissingBounds(schema: Schema): string[] {
  const { type, minimum, maximum } = schema;
  if (schema.enum || 'const' in schema) return [];
  if (type === 'string') {
    const ends = isLength(schema.maxLength) || isClosedPattern(schema.pattern);
    return ends ? [] : ['a text without a longest length'];
  }
  if (type === 'number' || type === 'integer') {
    const ends = [isBound(minimum) ? [] : ['minimum'], isBound(maximum) ? [] : ['maximum']].flat();
    return ends.length ? [`a number without ${ends.join(' and ')}`] : [];
  }
  if (type === 'array') {
    const ends = isLength(schema.maxItems) || Array.isArray(schema.prefixItems);
    return ends ? [] : ['a list without a largest size'];
  }
  if (type === 'boolean' || type === 'object' || type === 'null') return [];
  return schema.anyOf || schema.oneOf || schema.allOf ? [] : ['may be anything'];
}

/** Every unbounded value of a schema, including those in lists, records and variants. */
function findUnbounded(schema: Schema, path: string): string[] {
  const variants = [
    ...toSchemas(schema.anyOf),
    ...toSchemas(schema.oneOf),
    ...toSchemas(schema.allOf),
  ];
  const children = [
    ...Object.entries(toRecords(schema.properties)).map(
      ([name, one]) => [one, `${path}.${name}`] as const,
    ),
    ...toSchemas(schema.prefixItems).map((item, index) => [item, `${path}[${index}]`] as const),
    ...variants.map((variant) => [variant, path] as const),
    ...(isSchema(schema.items) ? [[schema.items, `${path}[]`] as const] : []),
    ...(isSchema(schema.additionalProperties)
      ? [[schema.additionalProperties, `${path}[*]`] as const]
      : []),
  ];
  return [
    ...findMissingBounds(schema).map((text) => `${path}: ${text}`),
    ...children.flatMap(([one, place]) => findUnbounded(one, place)),
  ];
}

/** Unbounded values in request bodies. */
export const findBoundFaults = (contract: Contract): Fault[] =>
  Object.values(contract).flatMap(({ path, body }) =>
    findUnbounded(body, 'body').map((text) => ({
      at: findLocation(path),
      text: `${path}: ${text}`,
    })),
  );
