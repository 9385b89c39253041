import type { Contract, Schema } from '@cme/area-build/describe-contract';

export interface Break {
  path: string;
  text: string;
}

/** `sent`: bodies that an older client sends to the newer API. `received`: data that an older
 * client receives from the newer API. */
type Direction = 'sent' | 'received';

const access = ['learner', 'open', 'public'];
const structure = new Set([
  'type',
  'properties',
  'required',
  'items',
  'enum',
  'anyOf',
  'oneOf',
  'additionalProperties',
  'default',
  'description',
  'title',
  'const',
]);

const toRecord = (value: unknown) => (value ?? {}) as Record<string, Schema>;
const toList = (value: unknown) => (Array.isArray(value) ? value : []) as unknown[];
const toText = (value: unknown) => JSON.stringify(value) ?? 'nothing';

function compareFields(before: Schema, now: Schema, path: string, direction: Direction): string[] {
  const fieldsBefore = toRecord(before.properties);
  const fieldsNow = toRecord(now.properties);
  const requiredBefore = toList(before.required);
  const requiredNow = toList(now.required);
  const removed = Object.keys(fieldsBefore)
    .filter((name) => !(name in fieldsNow))
    .map((name) => `${path}.${name} is gone`);
  const common = Object.keys(fieldsBefore).filter((name) => name in fieldsNow);
  const newlyRequired =
    direction === 'sent'
      ? Object.keys(fieldsNow)
          .filter((name) => requiredNow.includes(name) && !requiredBefore.includes(name))
          .map((name) => `${path}.${name} is now required`)
      : [];
  const noLongerSent =
    direction === 'received'
      ? common
          .filter((name) => requiredBefore.includes(name) && !requiredNow.includes(name))
          .map((name) => `${path}.${name} may now be left out`)
      : [];
  return [
    ...removed,
    ...newlyRequired,
    ...noLongerSent,
    ...common.flatMap((name) =>
      findSchemaBreaks(
        fieldsBefore[name] ?? {},
        fieldsNow[name] ?? {},
        `${path}.${name}`,
        direction,
      ),
    ),
  ];
}

function compareValues(before: Schema, now: Schema, path: string, direction: Direction): string[] {
  if (!before.enum && !now.enum) return [];
  if (!before.enum)
    return direction === 'sent' ? [`${path} takes only ${toText(now.enum)} now`] : [];
  if (!now.enum) return direction === 'received' ? [`${path} may be anything now`] : [];
  const [allowed, possible] =
    direction === 'sent'
      ? [toList(before.enum), toList(now.enum)]
      : [toList(now.enum), toList(before.enum)];
  const word = direction === 'sent' ? 'no longer takes' : 'may be the unknown';
  return allowed
    .filter((value) => !possible.includes(value))
    .map((value) => `${path} ${word} ${toText(value)}`);
}

/** Limits such as a maximum length: any stricter limit breaks older clients. */
function compareLimits(before: Schema, now: Schema, path: string, direction: Direction): string[] {
  if (direction === 'received') return [];
  const names = new Set(
    [...Object.keys(before), ...Object.keys(now)].filter((name) => !structure.has(name)),
  );
  return [...names].flatMap((name) =>
    toText(before[name]) === toText(now[name]) ||
    isLoosened(name, before[name] ?? impliedLimit(name, before), now[name])
      ? []
      : [`${path}: ${name} was ${toText(before[name])}, is ${toText(now[name])}`],
  );
}

/** A list of values bounds their length. */
function impliedLimit(name: string, schema: Schema): number | undefined {
  return name === 'maxLength' && schema.enum
    ? Math.max(...toList(schema.enum).map((value) => String(value).length))
    : undefined;
}

function isLoosened(name: string, before: unknown, now: unknown): boolean {
  if (now === undefined) return true;
  if (typeof before !== 'number' || typeof now !== 'number') return false;
  return /^max|Maximum$/.test(name) ? now >= before : /^min|Minimum$/.test(name) && now <= before;
}

const getVariants = ({ anyOf, oneOf }: Schema) => anyOf ?? oneOf;

/** Bodies may gain a variant, since no released client sends it. */
function acceptsVariants(before: Schema, now: Schema, direction: Direction): boolean {
  const released = getVariants(before);
  const variantsNow = getVariants(now);
  if (direction === 'received' || !Array.isArray(released) || !Array.isArray(variantsNow))
    return toText(released) === toText(variantsNow);
  const texts = new Set(variantsNow.map(toText));
  return released.every((item) => texts.has(toText(item)));
}

/** What a value is when it is not null; undefined for one that is never null. */
function getNullable(schema: Schema): Schema | undefined {
  const variants = toList(getVariants(schema) ?? []) as Schema[];
  const others = variants.filter(({ type }) => type !== 'null');
  return variants.length === 2 && others.length === 1 ? others[0] : undefined;
}

function findSchemaBreaks(
  before: Schema,
  now: Schema,
  path: string,
  direction: Direction,
): string[] {
  const [nullableBefore, nullableNow] = [getNullable(before), getNullable(now)];
  if (nullableBefore && nullableNow)
    return findSchemaBreaks(nullableBefore, nullableNow, path, direction);
  if (toText(before.type) !== toText(now.type))
    return [`${path} was ${toText(before.type)}, is ${toText(now.type)}`];
  const variants = acceptsVariants(before, now, direction) ? [] : [`${path} has other variants`];
  const items =
    before.items && now.items
      ? findSchemaBreaks(before.items as Schema, now.items as Schema, `${path}[]`, direction)
      : [];
  const rest =
    typeof before.additionalProperties === 'object' &&
    typeof now.additionalProperties === 'object' &&
    before.additionalProperties &&
    now.additionalProperties;
  const otherKeywords = rest
    ? findSchemaBreaks(
        before.additionalProperties as Schema,
        now.additionalProperties as Schema,
        `${path}[*]`,
        direction,
      )
    : [];
  return [
    ...variants,
    ...compareValues(before, now, path, direction),
    ...compareLimits(before, now, path, direction),
    ...compareFields(before, now, path, direction),
    ...items,
    ...otherKeywords,
  ];
}

/** Changes of the current contract that break a client or an API of the last release. Additions do
 * not. */
export function findBreaks(released: Contract, now: Contract): Break[] {
  return Object.entries(released).flatMap(([path, before]) => {
    const call = now[path];
    if (!call) return [{ path, text: 'the call is gone' }];
    const breaks: string[] = [];
    if (access.indexOf(call.access) < access.indexOf(before.access))
      breaks.push(`access was ${before.access}, is ${call.access}`);
    if (call.encoding !== before.encoding)
      breaks.push(`encoding was ${before.encoding}, is ${call.encoding}`);
    return [
      ...breaks,
      ...findSchemaBreaks(before.body, call.body, 'body', 'sent'),
      ...findSchemaBreaks(before.data, call.data, 'data', 'received'),
    ].map((line) => ({ path, text: line }));
  });
}
