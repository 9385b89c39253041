import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { areas } from '@cme/api/staff';

const root = join(import.meta.dirname, '..');
const { scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
  scripts: Record<string, string>;
};

it('npm run staff lists all subjects', () => {
  const args = ['tools/bootstrap.mjs', 'staff', '--help'];
  const output = execFileSync(process.execPath, args, { cwd: root, encoding: 'utf8' });
  const [, list = ''] = /^对象：([\s\S]*?)\n\n/m.exec(output) ?? [];
  expect(list.split(/\s+/)).toEqual(Object.keys(areas));
});

it('the number of scripts stays small', () => {
  expect(Object.keys(scripts).length).toBeLessThanOrEqual(12);
});

it.each(Object.entries(scripts))(
  'npm run %s -- --help prints at most one screen of plain text',
  (name, script) => {
    const [, ...args] = script.split(' ');
    const output = execFileSync(process.execPath, [...args, '--help'], {
      cwd: root,
      encoding: 'utf8',
    });
    const lines = output.trimEnd().split('\n');
    expect(lines[0]).toMatch(new RegExp(`npm (run )?${name}\\b`));
    expect(lines.length).toBeGreaterThan(2);
    expect(lines.length).toBeLessThanOrEqual(40);
    expect(lines.filter((line) => line.length > 110 || /\p{Cc}/u.test(line))).toEqual([]);
  },
);
