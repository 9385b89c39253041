import type { Call } from '@cme/contract/base';
import * as z from 'zod/mini';

/** The part of JSON Schema that the comparison uses. */
export type Schema = { [key: string]: unknown };

interface Described {
  path: string;
  access: string;
  encoding: string;
  body: Schema;
  data: Schema;
}

export type Contract = Record<string, Described>;

const describeSchema = (schema: z.ZodMiniType): Schema => {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, {
    io: 'input',
    unrepresentable: 'any',
    reused: 'inline',
  }) as Schema;
  return rest;
};

/** The schemas of calls, by path. */
export function describeContract(calls: readonly Call[]): Contract {
  const described = calls.map(
    ({ path, access, encoding, body, data }) =>
      [
        path,
        { path, access, encoding, body: describeSchema(body), data: describeSchema(data) },
      ] as const,
  );
  return Object.fromEntries([...described].sort(([a], [b]) => a.localeCompare(b, 'en')));
}
