import { wirePath } from '@cme/contract/base';
import { findBreaks } from '../contract/compare.ts';
import type { Contract, Schema } from '@cme/area-build/describe-contract';
import { toChinese } from './difference-words.ts';

type Level = 'ERR' | 'WARN' | 'INFO';

export interface Difference {
  level: Level;
  /** Client and server: `player → API`. */
  between: string;
  path: string;
  text: string;
}

const toRecord = (value: unknown) => (value ?? {}) as Record<string, Schema>;

/** Whether the client tolerates the absence of the field in a message (`data.list[].note is
 * gone`). */
function isOptional(schema: Schema, line: string): boolean {
  const steps = (/^\w+([^ ]*) is gone$/.exec(line)?.[1] ?? '').match(/[^.[\]]+|\[\]|\[\*\]/g) ?? [];
  let schemaAtPath: Schema | undefined = schema;
  for (const [index, step] of steps.entries()) {
    if (step === '[]' || step === '[*]') {
      schemaAtPath = (step === '[]' ? schemaAtPath?.items : schemaAtPath?.additionalProperties) as
        | Schema
        | undefined;
      continue;
    }
    if (index === steps.length - 1)
      return !(Array.isArray(schemaAtPath?.required) && schemaAtPath.required.includes(step));
    schemaAtPath = toRecord(schemaAtPath?.properties)[step];
  }
  return false;
}

/** ERR: it will fail. WARN: it works in a degraded way. */
function getLevel(line: string, data: Schema): Level {
  // A server ignores unknown fields of a body.
  if (/^body.* is gone$/.test(line)) return 'WARN';
  if (/^data.* is gone$/.test(line)) return isOptional(data, line) ? 'WARN' : 'ERR';
  // Pages handle unknown enumeration values.
  return /may be the unknown/.test(line) ? 'WARN' : 'ERR';
}

/** Effects when a client built with the contract `asked` calls an API with the contract
 * `offered`. */
export function findDifferences(between: string, used: Contract, offered: Contract): Difference[] {
  const breaks = findBreaks(used, offered).map(({ path, text }) => ({
    level: getLevel(text, used[path]?.data ?? {}),
    between,
    path,
    text,
  }));
  const usedOffers = Object.fromEntries(Object.entries(offered).filter(([path]) => path in used));
  const additions = findBreaks(usedOffers, used)
    .filter(({ text }) => text.endsWith(' is gone'))
    .map(({ path, text }) => ({
      level: 'INFO' as const,
      between,
      path,
      text: text.replace(/ is gone$/, ' is new'),
    }));
  return [...breaks, ...additions];
}

const marks: Record<Level, string> = { ERR: '✗ ERR ', WARN: '! WARN', INFO: '· INFO' };

export const formatDifferences = (found: readonly Difference[]): string[] =>
  (['ERR', 'WARN', 'INFO'] as const).flatMap((level) =>
    found
      .filter((item) => item.level === level)
      .map(({ between, path, text }) => `${marks[level]}  ${between}  ${path}：${toChinese(text)}`),
  );

/** The same contract by wire path. */
export const toJsonContract = (contract: Contract): Contract =>
  Object.fromEntries(
    Object.values(contract).map((call) => [
      wirePath(call.path),
      { ...call, path: wirePath(call.path) },
    ]),
  );
