import type { Call } from '@cme/contract/base';
import * as z from 'zod/mini';
import type { Schema } from './any-body.ts';

/** Names of fields that may refer to a row. */
const named = /^(id|ids|code|token)$|_(id|ids|no|nos|code|codes|token|tokens)$/;

/** Fields that only look like ids: choices from public lists, secrets, typed texts, and idempotency
 * keys. */
const none = new Set([
  'activity_no',
  'area_id',
  'captcha_code',
  'captcha_id',
  'code',
  'id_no',
  'kind_code',
  'own_code',
  'practice_no',
  'ref_no',
  'request_id',
  'reset_token',
  'series_code',
  'sms_code',
  'tax_no',
  'token',
  'training_id',
  'unit_id',
]);

export const toBodySchema = (call: Call): Schema =>
  z.toJSONSchema(call.body, { io: 'input', unrepresentable: 'any', reused: 'inline' }) as Schema;

/** Every id-bearing field of a body at any depth. */
export function idFields(schema: Schema): string[] {
  const inside = [
    ...Object.values(schema.properties ?? {}),
    ...(schema.items ? [schema.items] : []),
    ...(schema.anyOf ?? []),
  ].flatMap(idFields);
  const here = Object.keys(schema.properties ?? {}).filter(
    (name) => named.test(name) && !none.has(name),
  );
  return [...new Set([...here, ...inside])];
}

/** A minimal body that sets `ids`; `given` provides values with a special format. */
export function bodyWith(
  schema: Schema,
  ids: Record<string, string>,
  given: Record<string, unknown>,
  name = '',
): unknown {
  const [variant] = schema.anyOf ?? [];
  if (variant) return bodyWith(variant, ids, given, name);
  if (schema.type === 'array') {
    const isNamed = name in ids || idFields(schema).some((field) => field in ids);
    return isNamed || (schema.minItems ?? 0) > 0
      ? [bodyWith(schema.items ?? {}, ids, given, name)]
      : [];
  }
  if (schema.properties) {
    const wanted = Object.entries(schema.properties).filter(
      ([field, part]) =>
        field in ids ||
        (schema.required ?? []).includes(field) ||
        idFields(part).some((inner) => inner in ids),
    );
    return Object.fromEntries(
      wanted.map(([field, part]) => [field, bodyWith(part, ids, given, field)]),
    );
  }
  if (name in ids) return ids[name];
  if (name in given) return given[name];
  if ('const' in schema) return schema.const;
  if (schema.enum) return schema.enum[0];
  if (schema.type === 'boolean') return true;
  if (schema.type === 'integer' || schema.type === 'number')
    return Math.max(schema.minimum ?? 1, 1);
  return '无'.repeat(Math.max(schema.minLength ?? 1, 1));
}
