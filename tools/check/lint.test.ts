import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';

const root = join(import.meta.dirname, '../..');
let folder = '';

beforeAll(() => {
  mkdirSync(join(root, '.cache'), { recursive: true });
  folder = mkdtempSync(join(root, '.cache/lint-'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Runs the linter on files with these names and contents. */
function lint(files: Record<string, string>): string {
  const paths = Object.entries(files).map(([name, text]) => {
    writeFileSync(join(folder, name), text);
    return join(folder, name);
  });
  const result = spawnSync(
    join(root, 'node_modules/.bin/oxlint'),
    ['--no-ignore', '-c', join(root, '.oxlintrc.json'), '--format=unix', ...paths],
    { cwd: root, encoding: 'utf8' },
  );
  return result.status === 0 ? 'nothing' : result.stdout;
}

it.each([
  [
    'eslint(max-lines-per-function)',
    { 'm.ts': `export function a() {\n${'  void 0;\n'.repeat(80)}}\n` },
  ],
  [
    'eslint(max-params)',
    { 'n.ts': 'export const a = (b: 1, c: 1, d: 1, e: 1, f: 1, g: 1) => [b, c, d, e, f, g];\n' },
  ],
  ['import(no-default-export)', { 'a.ts': 'export default 1;\n' }],
  ['typescript(no-explicit-any)', { 'b.ts': 'export const a: any = 1;\n' }],
  [
    'eslint(no-restricted-imports)',
    { 'c.ts': "import { z } from 'zod';\nexport const a = z.string();\n" },
  ],
  [
    'react-hooks(rules-of-hooks)',
    {
      'd.tsx':
        "import { useState } from 'react';\nexport function A({ b }: { b: boolean }) {\n  if (b) useState(1);\n  return null;\n}\n",
    },
  ],
  [
    'react-hooks(exhaustive-deps)',
    {
      'e.tsx':
        "import { useEffect } from 'react';\nexport function A({ b }: { b: () => void }) {\n  useEffect(() => b(), []);\n  return null;\n}\n",
    },
  ],
  [
    'import(no-cycle)',
    {
      'f.ts': "import { g } from './g.ts';\nexport const f = () => g;\n",
      'g.ts': "import { f } from './f.ts';\nexport const g = () => f;\n",
    },
  ],
  ['unicorn(filename-case)', { 'CourseCard.ts': 'export const a = 1;\n' }],
  ['eslint(no-warning-comments)', { 'h.ts': `// ${'TO'}${'DO'}: later\nexport const a = 1;\n` }],
  [
    'vitest(no-focused-tests)',
    { 'i.test.ts': "import { it } from 'vitest';\nit.only('a', () => {});\n" },
  ],
  [
    'vitest(no-disabled-tests)',
    { 'j.test.ts': "import { it } from 'vitest';\nit.skip('a', () => {});\n" },
  ],
])('the linter refuses %s', (rule, files) => {
  expect(lint(files)).toContain(rule);
});

it('config files may have a default export', () => {
  expect(lint({ 'k.config.ts': 'export default { a: 1 };\n' })).toBe('nothing');
});
