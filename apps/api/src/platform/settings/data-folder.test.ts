import {
  chmodSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { openIn } from '../../../test/modes.ts';
import { closeDataFolder } from './data-folder.ts';

const outside = mkdtempSync(join(tmpdir(), 'cme-data-'));
afterAll(() => rmSync(outside, { recursive: true, force: true }));

function wideOpen(name: string): string {
  const folder = join(outside, name);
  for (const inner of ['database/base', 'outbox', 'logs', 'releases'])
    mkdirSync(join(folder, inner), { recursive: true });
  for (const file of [
    'database/base/1',
    'outbox/sms.jsonl',
    'logs/api.log',
    'releases/live.json',
    'notes.txt',
  ]) {
    writeFileSync(join(folder, file), '');
    chmodSync(join(folder, file), 0o664);
  }
  chmodSync(folder, 0o755);
  return folder;
}

test('a folder readable by everybody is restricted for the product’s files only', () => {
  const folder = wideOpen('old');
  writeFileSync(join(outside, 'target'), '');
  chmodSync(join(outside, 'target'), 0o644);
  symlinkSync(join(outside, 'target'), join(folder, 'outbox', 'link'));
  closeDataFolder(folder);
  expect(lstatSync(folder).mode & 0o777).toBe(0o700);
  expect(openIn(folder).map((path) => path.slice(folder.length + 1))).toEqual([
    'notes.txt',
    'releases',
    'releases/live.json',
  ]);
  expect(lstatSync(join(outside, 'target')).mode & 0o777).toBe(0o644);
});
