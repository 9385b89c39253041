import { readFileSync } from 'node:fs';
import { join } from 'node:path';

const file = join(import.meta.dirname, '../../.browserslistrc');

/** Browserslist's names of browsers, as the compatibility data spells them. */
const spellings: Record<string, string> = { ios_saf: 'safari_ios' };

/** The supported browsers as queries for build tools. */
export const browserQueries = readFileSync(file, 'utf8')
  .split('\n')
  .filter((line) => line && !line.startsWith('#'));

/** The oldest supported version of each browser, by its name in the compatibility data. */
export const oldestVersions: Record<string, number> = Object.fromEntries(
  browserQueries.map((query) => {
    const [, name = '', version] = /^(\w+) >= ([\d.]+)$/.exec(query) ?? [];
    return [spellings[name] ?? name, Number(version)];
  }),
);
