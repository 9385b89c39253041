import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { password } from './people.ts';

/** What no log may hold, whoever wrote the line. */
const secrets: readonly [name: string, pattern: RegExp][] = [
  ['a mobile number', /(?<![\w-])1[3-9]\d{9}(?!\w)/],
  ['an identity number', /(?<![\w-])\d{17}[\dXx](?!\w)/],
  ['a password', new RegExp(password)],
  ['a token', /(?<![\w-])[\w-]{43}(?![\w-])/],
  ['a pass', /\/qm\/(?:certificate|media|invoice)\/(?!:)[\w.-]{24,}/],
];

/** What the log files in a folder give away, a line each, with enough of the log to find it. */
export function leaksIn(folder: string): string[] {
  return readdirSync(folder).flatMap((file) => {
    const lines = readFileSync(join(folder, file), 'utf8').split('\n');
    return secrets.flatMap(([name, pattern]) => {
      const line = lines.find((one) => pattern.test(one));
      return line === undefined ? [] : [`${file} holds ${name}: ${line.slice(0, 300)}`];
    });
  });
}
