import { type Contract, placeOf, type Schema } from '../contract/schemas.ts';
import type { Fault } from './tree.ts';

const records = (value: unknown): Record<string, Schema> => (value ?? {}) as Record<string, Schema>;
const schemas = (value: unknown): Schema[] => (Array.isArray(value) ? value : []) as Schema[];

const isSchema = (value: unknown): value is Schema => typeof value === 'object' && value !== null;

/** `z.int()` alone allows all safe integers, which exceed the range of the columns. */
const isBound = (value: unknown) =>
  typeof value === 'number' && Math.abs(value) < Number.MAX_SAFE_INTEGER;
const isLength = (value: unknown) => typeof value === 'number';
/** An anchored pattern without unbounded repetition. */
const isClosed = (pattern: unknown) =>
  typeof pattern === 'string' && /^\^[^*+]*\$$/.test(pattern) && !/,\}/.test(pattern);

function missing(schema: Schema): string[] {
  const { type, minimum, maximum } = schema;
  if (schema.enum || 'const' in schema) return [];
  if (type === 'string') {
    const ends = isLength(schema.maxLength) || isClosed(schema.pattern);
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
export function unbounded(schema: Schema, at: string): string[] {
  const variants = [...schemas(schema.anyOf), ...schemas(schema.oneOf), ...schemas(schema.allOf)];
  const inner = [
    ...Object.entries(records(schema.properties)).map(
      ([name, one]) => [one, `${at}.${name}`] as const,
    ),
    ...schemas(schema.prefixItems).map((one, place) => [one, `${at}[${place}]`] as const),
    ...variants.map((one) => [one, at] as const),
    ...(isSchema(schema.items) ? [[schema.items, `${at}[]`] as const] : []),
    ...(isSchema(schema.additionalProperties)
      ? [[schema.additionalProperties, `${at}[*]`] as const]
      : []),
  ];
  return [
    ...missing(schema).map((text) => `${at}: ${text}`),
    ...inner.flatMap(([one, place]) => unbounded(one, place)),
  ];
}

/** Unbounded values in request bodies. */
export const boundFaults = (contract: Contract): Fault[] =>
  Object.values(contract).flatMap(({ path, body }) =>
    unbounded(body, 'body').map((text) => ({ at: placeOf(path), text: `${path}: ${text}` })),
  );
