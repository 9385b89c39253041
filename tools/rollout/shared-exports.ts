import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** Singletons that are built partially, with the file that lists their exports. */
const parts: Record<string, string> = {
  '@tanstack/react-query': 'tools/build/query.ts',
  '@cme/ui/router': 'libs/ui/src/router.ts',
};

export const readSharedExports = (root: string): Record<string, string[]> =>
  Object.fromEntries(
    Object.entries(parts).map(([name, file]) => [
      name,
      findNames(readFileSync(join(root, file), 'utf8')),
    ]),
  );

/** Values that a file re-exports; types do not exist at run time. */
const findNames = (text: string): string[] =>
  [...text.matchAll(/^export \{([^}]*)\} from/gm)]
    .flatMap(([, names = '']) => names.split(','))
    .map((name) => name.trim())
    .filter(Boolean)
    .sort();
