import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import * as shared from '@cme/area-build/zod';

const root = join(import.meta.dirname, '../..');
const types = new Set(['infer', 'input', 'output', 'ZodMiniNumber', 'ZodMiniType']);
/** Read when an area is built and by the edge, never by a page. */
const atBuild = 'libs/contract/src/site/page';

it('the shared schema module exports everything that browser code uses', () => {
  const files = globSync(
    '{libs/{contract,commons,ui},apps/{portal,player,user-centre}}/src/**/*.{ts,tsx}',
    { cwd: root },
  ).filter((file) => !file.startsWith(`${atBuild}s.`) && !file.startsWith(`${atBuild}-`));
  const usedNames = files.flatMap((file) =>
    [...readFileSync(join(root, file), 'utf8').matchAll(/\bz\.(\w+)/g)].map(
      ([, name = '']) => name,
    ),
  );
  const missing = [...new Set(usedNames)].filter((name) => !types.has(name) && !(name in shared));
  expect(usedNames.length).toBeGreaterThan(100);
  expect(missing).toEqual([]);
});
