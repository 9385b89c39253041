import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import * as z from 'zod/mini';

/** The part of JSON Schema that the comparison uses. */
export type Schema = { [key: string]: unknown };

export interface Described {
  path: string;
  access: string;
  encoding: string;
  body: Schema;
  data: Schema;
}

export type Contract = Record<string, Described>;

interface CallLike {
  path: string;
  access: string;
  encoding: string;
  body: z.ZodMiniType;
  data: z.ZodMiniType;
}

const isCall = (value: unknown): value is CallLike =>
  typeof value === 'object' &&
  value !== null &&
  ['path', 'access', 'encoding', 'body', 'data'].every((key) => key in value);

const describeSchema = (schema: z.ZodMiniType): Schema => {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, {
    io: 'input',
    unrepresentable: 'any',
    reused: 'inline',
  }) as Schema;
  return rest;
};

/** The schemas of every call of a contract, by wire path. */
export function describeContract(exports: Record<string, unknown>): Contract {
  const calls = Object.values(exports).filter(isCall);
  const described = calls.map(
    ({ path, access, encoding, body, data }) =>
      [
        path,
        { path, access, encoding, body: describeSchema(body), data: describeSchema(data) },
      ] as const,
  );
  return Object.fromEntries([...described].sort(([a], [b]) => a.localeCompare(b, 'en')));
}

export const releasedFile = join(import.meta.dirname, 'released.json');

export const readReleased = (): Contract => JSON.parse(readFileSync(releasedFile, 'utf8'));

const isSource = (name: string) => name.endsWith('.ts') && !name.endsWith('.test.ts');

/** Location of the declaration of a call: `libs/contract/src/site/site.ts:12`. */
export function findLocation(
  path: string,
  folder = join(import.meta.dirname, '../../libs/contract/src'),
): string {
  for (const name of readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter(isSource)) {
    const lines = readFileSync(join(folder, name), 'utf8').split('\n');
    const line = lines.findIndex((text) => text.includes(`'${path}'`));
    if (line >= 0) return `libs/contract/src/${name}:${line + 1}`;
  }
  return 'libs/contract/src';
}
