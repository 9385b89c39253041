import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { password } from './people.ts';

/** Patterns that no log may contain. */
const secrets: readonly [name: string, pattern: RegExp][] = [
  ['a mobile number', /(?<![\w-])1[3-9]\d{9}(?!\w)/],
  ['an identity number', /(?<![\w-])\d{17}[\dXx](?!\w)/],
  ['a password', new RegExp(password)],
  ['a token', /(?<![\w-])[\w-]{43}(?![\w-])/],
  ['a pass', /\/qm\/(?:certificate|media|invoice)\/(?!:)[\w.-]{24,}/],
];

/** Secrets found in the log files of a folder, one line each, with context to locate them. */
export function findLeaks(folder: string): string[] {
  return readdirSync(folder).flatMap((file) => {
    const lines = readFileSync(join(folder, file), 'utf8').split('\n');
    return secrets.flatMap(([name, pattern]) => {
      const line = lines.find((text) => pattern.test(text));
      return line === undefined ? [] : [`${file} holds ${name}: ${line.slice(0, 300)}`];
    });
  });
}
