import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';

const root = join(import.meta.dirname, '../..');

it('the shared query module exports everything that browser code imports from the library', () => {
  const files = globSync('{libs/{commons,ui},apps/{portal,player,user-centre}}/src/**/*.{ts,tsx}', {
    cwd: root,
  }).filter((file) => !/\.test\.tsx?$|entry-server|ui\/src\/server\.tsx$/.test(file));
  const lists = files.flatMap((file) => [
    ...readFileSync(join(root, file), 'utf8').matchAll(
      /import \{([^}]*)\} from '@tanstack\/react-query'/g,
    ),
  ]);
  const usedNames = new Set(
    lists
      .flatMap(([, names = '']) => names.split(',').map((name) => name.trim()))
      .filter((name) => name && !name.startsWith('type ')),
  );
  const shared = new Set<string>(
    readFileSync(join(root, 'libs/area-build/src/query.js'), 'utf8').match(/\w+/g),
  );
  expect(usedNames.size).toBeGreaterThan(5);
  expect([...usedNames].filter((name) => !shared.has(name))).toEqual([]);
});
