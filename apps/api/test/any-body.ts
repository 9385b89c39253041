import * as fc from 'fast-check';
import { hostileTexts } from './hostile-texts.ts';

/** The part of JSON Schema from which values are generated. */
export interface Schema {
  type?: string;
  enum?: unknown[];
  const?: unknown;
  minimum?: number;
  maximum?: number;
  minLength?: number;
  maxLength?: number;
  pattern?: string;
  minItems?: number;
  maxItems?: number;
  prefixItems?: Schema[];
  items?: Schema;
  properties?: Record<string, Schema>;
  required?: string[];
  anyOf?: Schema[];
  oneOf?: Schema[];
}

/** Values that exist in the database, by field name. */
export type Known = (name: string) => readonly string[];

const arbitraryValue: fc.Arbitrary<unknown> = fc.oneof(
  fc.constantFrom<unknown>(
    '',
    ' ',
    '\0',
    '\ud800',
    '\u202e',
    '0x10',
    'NaN',
    '-Infinity',
    '1e999',
    '-1',
    '2147483648',
    '9007199254740993',
    '%00',
    '../../etc/passwd',
    `' or 1=1 --`,
    '1; drop table person',
    '{"$ne":null}',
    '<script>alert(1)</script>',
    '{{7*7}}',
    '\r\nX-Evil: 1',
    null,
    true,
    [],
    {},
    -1,
    0,
    0.5,
    2_147_483_648,
    4_294_967_296,
    Number.MAX_SAFE_INTEGER,
    1e308,
    -1e308,
  ),
  fc.constantFrom(...hostileTexts),
  fc.string({ unit: 'binary', maxLength: 40 }),
  fc.integer({ min: 100, max: 6000 }).map((length) => '长'.repeat(length)),
  fc.anything({ maxDepth: 2, maxKeys: 4 }).filter((value) => value !== undefined),
);

const within = (low = -1e9, high = 1e9) => ({
  min: Math.max(low, -1e15),
  max: Math.min(high, 1e15),
});

function anyText(schema: Schema, known: readonly string[]): fc.Arbitrary<unknown> {
  const { minLength = 0, maxLength = 40, pattern } = schema;
  const lengths = { minLength, maxLength: Math.max(minLength, Math.min(maxLength, 40)) };
  const created =
    pattern && /^\^.*\$$/.test(pattern)
      ? fc.stringMatching(new RegExp(pattern))
      : fc.oneof(fc.string(lengths), fc.string({ ...lengths, unit: 'binary' }));
  const longest = fc.constantFrom('x'.repeat(maxLength), '汉'.repeat(maxLength));
  return known.length > 0
    ? fc.oneof({ weight: 6, arbitrary: fc.constantFrom(...known) }, created, longest)
    : fc.oneof({ weight: 4, arbitrary: created }, longest);
}

/** Values at the bounds of the schema. */
function allowed(schema: Schema, name: string, known: Known): fc.Arbitrary<unknown> {
  const variants = schema.anyOf ?? schema.oneOf;
  if (variants) return fc.oneof(...variants.map((variant) => allowed(variant, name, known)));
  if ('const' in schema) return fc.constant(schema.const);
  if (schema.enum) return fc.constantFrom(...schema.enum);
  const { minimum, maximum, items = {}, minItems = 0, maxItems = 3 } = schema;
  switch (schema.type) {
    case 'string':
      return anyText(schema, known(name));
    case 'integer':
      return fc.oneof(
        fc.integer(within(minimum, maximum)),
        fc.constantFrom(minimum ?? 0, maximum ?? 0),
      );
    case 'number':
      return fc.oneof(
        fc.double({ ...within(minimum, maximum), noNaN: true }),
        fc.constantFrom(minimum ?? 0, maximum ?? 0),
      );
    case 'boolean':
      return fc.boolean();
    case 'array':
      if (schema.prefixItems)
        return fc.tuple(...schema.prefixItems.map((item) => allowed(item, name, known)));
      return fc.array(allowed(items, name.replace(/s$/, ''), known), {
        minLength: minItems,
        maxLength: Math.min(maxItems, minItems + 3),
      });
    case 'object':
      return allowedObject(schema, known);
    default:
      return arbitraryValue;
  }
}

function allowedObject(
  { properties = {}, required = [] }: Schema,
  known: Known,
): fc.Arbitrary<Record<string, unknown>> {
  const model = Object.fromEntries(
    Object.entries(properties).map(([name, one]) => [name, allowed(one, name, known)]),
  );
  return fc.record(model, {
    requiredKeys: required.filter((name) => name in model),
    noNullPrototype: true,
  });
}

/** Values just outside of the bounds, if there are any. */
function beyond(schema: Schema): fc.Arbitrary<unknown> {
  const { minimum, maximum, minLength = 0, maxLength, maxItems } = schema;
  const past: unknown[] = [];
  if (typeof minimum === 'number') past.push(minimum - 1, minimum - 0.5);
  if (typeof maximum === 'number') past.push(maximum + 1, maximum + 0.5);
  if (minLength > 0) past.push('x'.repeat(minLength - 1));
  if (typeof maxLength === 'number') past.push('x'.repeat(maxLength + 1));
  if (typeof maxItems === 'number') past.push(Array.from({ length: maxItems + 1 }, () => ''));
  return past.length > 0 ? fc.oneof(fc.constantFrom(...past), arbitraryValue) : arbitraryValue;
}

/** Bodies of a call: valid, with one invalid field, and completely invalid. */
export function anyBody(schema: Schema, known: Known): fc.Arbitrary<Record<string, unknown>> {
  const whole = schema.oneOf ?? schema.anyOf;
  if (whole) return fc.oneof(...whole.map((item) => anyBody(item, known)));
  const right = allowedObject(schema, known);
  const fields = Object.entries(schema.properties ?? {});
  const unknownFields = fc.dictionary(
    fc.string({ unit: 'binary', maxLength: 12 }),
    arbitraryValue,
    { maxKeys: 3 },
  );
  if (fields.length === 0) return fc.oneof(right, unknownFields);
  const wrong = fc
    .constantFrom(...fields)
    .chain(([name, one]) => beyond(one).map((value) => ({ [name]: value })));
  const oneWrong = fc.tuple(right, wrong).map(([body, field]) => ({ ...body, ...field }));
  const allWrong = fc
    .tuple(
      unknownFields,
      fc.record(Object.fromEntries(fields.map(([name, one]) => [name, beyond(one)])), {
        requiredKeys: [],
      }),
    )
    .map(([more, body]) => ({ ...more, ...body }));
  return fc.oneof(
    { weight: 5, arbitrary: right },
    { weight: 4, arbitrary: oneWrong },
    { weight: 1, arbitrary: allWrong },
  );
}
