import type { Contract, Schema } from './schemas.ts';

export interface Break {
  path: string;
  text: string;
}

/** `sent`: bodies that an older client sends to the newer API. `received`: data that an older
 * client receives from the newer API. */
type Way = 'sent' | 'received';

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

const record = (value: unknown) => (value ?? {}) as Record<string, Schema>;
const list = (value: unknown) => (Array.isArray(value) ? value : []) as unknown[];
const text = (value: unknown) => JSON.stringify(value) ?? 'nothing';

function fields(before: Schema, now: Schema, at: string, way: Way): string[] {
  const old = record(before.properties);
  const fresh = record(now.properties);
  const needed = list(before.required);
  const needs = list(now.required);
  const gone = Object.keys(old)
    .filter((name) => !(name in fresh))
    .map((name) => `${at}.${name} is gone`);
  const remaining = Object.keys(old).filter((name) => name in fresh);
  const demanded =
    way === 'sent'
      ? Object.keys(fresh)
          .filter((name) => needs.includes(name) && !needed.includes(name))
          .map((name) => `${at}.${name} is now required`)
      : [];
  const withheld =
    way === 'received'
      ? remaining
          .filter((name) => needed.includes(name) && !needs.includes(name))
          .map((name) => `${at}.${name} may now be left out`)
      : [];
  return [
    ...gone,
    ...demanded,
    ...withheld,
    ...remaining.flatMap((name) =>
      breaks(old[name] ?? {}, fresh[name] ?? {}, `${at}.${name}`, way),
    ),
  ];
}

function values(before: Schema, now: Schema, at: string, way: Way): string[] {
  if (!before.enum && !now.enum) return [];
  if (!before.enum) return way === 'sent' ? [`${at} takes only ${text(now.enum)} now`] : [];
  if (!now.enum) return way === 'received' ? [`${at} may be anything now`] : [];
  const [wide, narrow] =
    way === 'sent' ? [list(before.enum), list(now.enum)] : [list(now.enum), list(before.enum)];
  const word = way === 'sent' ? 'no longer takes' : 'may be the unknown';
  return wide
    .filter((value) => !narrow.includes(value))
    .map((value) => `${at} ${word} ${text(value)}`);
}

/** Limits such as a maximum length: any stricter limit breaks older clients. */
function limits(before: Schema, now: Schema, at: string, way: Way): string[] {
  if (way === 'received') return [];
  const names = new Set(
    [...Object.keys(before), ...Object.keys(now)].filter((name) => !structure.has(name)),
  );
  return [...names].flatMap((name) =>
    text(before[name]) === text(now[name]) ||
    isLoosened(name, before[name] ?? implied(name, before), now[name])
      ? []
      : [`${at}: ${name} was ${text(before[name])}, is ${text(now[name])}`],
  );
}

/** A list of values bounds their length. */
function implied(name: string, schema: Schema): number | undefined {
  return name === 'maxLength' && schema.enum
    ? Math.max(...list(schema.enum).map((value) => String(value).length))
    : undefined;
}

function isLoosened(name: string, before: unknown, now: unknown): boolean {
  if (now === undefined) return true;
  if (typeof before !== 'number' || typeof now !== 'number') return false;
  return /^max|Maximum$/.test(name) ? now >= before : /^min|Minimum$/.test(name) && now <= before;
}

const variantsOf = ({ anyOf, oneOf }: Schema) => anyOf ?? oneOf;

/** Bodies may gain a variant, since no released client sends it. */
function takesVariants(before: Schema, now: Schema, way: Way): boolean {
  const released = variantsOf(before);
  const known = variantsOf(now);
  if (way === 'received' || !Array.isArray(released) || !Array.isArray(known))
    return text(released) === text(known);
  const texts = new Set(known.map(text));
  return released.every((one) => texts.has(text(one)));
}

function breaks(before: Schema, now: Schema, at: string, way: Way): string[] {
  if (text(before.type) !== text(now.type))
    return [`${at} was ${text(before.type)}, is ${text(now.type)}`];
  const variants = takesVariants(before, now, way) ? [] : [`${at} has other variants`];
  const items =
    before.items && now.items
      ? breaks(before.items as Schema, now.items as Schema, `${at}[]`, way)
      : [];
  const rest =
    typeof before.additionalProperties === 'object' &&
    typeof now.additionalProperties === 'object' &&
    before.additionalProperties &&
    now.additionalProperties;
  const others = rest
    ? breaks(
        before.additionalProperties as Schema,
        now.additionalProperties as Schema,
        `${at}[*]`,
        way,
      )
    : [];
  return [
    ...variants,
    ...values(before, now, at, way),
    ...limits(before, now, at, way),
    ...fields(before, now, at, way),
    ...items,
    ...others,
  ];
}

/** Changes of the current contract that break a client or an API of the last release. Additions do
 * not. */
export function broken(released: Contract, now: Contract): Break[] {
  return Object.entries(released).flatMap(([path, before]) => {
    const call = now[path];
    if (!call) return [{ path, text: 'the call is gone' }];
    const found: string[] = [];
    if (access.indexOf(call.access) < access.indexOf(before.access))
      found.push(`access was ${before.access}, is ${call.access}`);
    if (call.encoding !== before.encoding)
      found.push(`encoding was ${before.encoding}, is ${call.encoding}`);
    return [
      ...found,
      ...breaks(before.body, call.body, 'body', 'sent'),
      ...breaks(before.data, call.data, 'data', 'received'),
    ].map((line) => ({ path, text: line }));
  });
}
