import { globSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { themeOf } from './theme.ts';
import { createVariables } from './variables.ts';

const root = join(import.meta.dirname, '../../../..');
const styles = join(createRequire(import.meta.url).resolve('@mantine/core/styles.css'), '..');
const declared = createVariables(themeOf({ primary: '#0f6b66', radius: 10 }));

const sheets = globSync(['styles/mantine.css', 'forms/mantine.css'], {
  cwd: join(root, 'libs/ui/src'),
});
const ofMantine = sheets.flatMap((sheet) =>
  [
    ...readFileSync(join(root, 'libs/ui/src', sheet), 'utf8').matchAll(
      /@mantine\/core\/styles\/(.+?\.css)/g,
    ),
  ].map(([, file = '']) => join(styles, 'styles', file)),
);
const ofOurs = globSync('{apps,libs}/*/src/**/*.{css,ts,tsx}', { cwd: root })
  .filter((file) => !file.includes('/theme/') && !file.includes('.test.'))
  .map((file) => join(root, file));

it('declares every variable that a style sheet or another variable uses', () => {
  const texts = [...[...ofMantine, ...ofOurs].map((file) => readFileSync(file, 'utf8')), declared];
  const used = texts.flatMap((text) =>
    [...text.matchAll(/var\((--mantine-[\w-]+)/g)].map(([, name = '']) => name),
  );
  // A name that is completed at run time ends with a hyphen.
  const isDeclared = (name: string) => declared.includes(name.endsWith('-') ? name : `${name}:`);
  const missing = used.filter((name) => !isDeclared(name));
  expect(ofMantine.length).toBeGreaterThan(10);
  expect(new Set(used).size).toBeGreaterThan(60);
  // The colour scheme is always light.
  expect(missing.filter((name) => !name.startsWith('--mantine-color-dark-'))).toEqual([]);
});
