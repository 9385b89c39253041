import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { otherItems, tabItems } from '@cme/contract/site/browser-storage';
import { expect, it } from 'vitest';

const root = join(import.meta.dirname, '../..');
const storage =
  /\b(localStorage|sessionStorage|indexedDB|document\.cookie|idb-keyval|caches\.open)\b/;

/** The only files that touch a browser's storage; what they write is in the contract's list. */
const stores = [
  'apps/edge/src/browser/aged.js',
  'apps/edge/src/browser/start.js',
  'apps/player/src/pages/exam/sheet/outbox.ts',
  'apps/player/src/pages/play/stage/playback-preference.ts',
  'libs/commons/src/auth-token/store.ts',
  'libs/shell/src/care/care.ts',
  'libs/shell/src/storage/tab-storage.ts',
];

const sources = execFileSync('git', ['ls-files', ':(glob)apps/*/src/**', ':(glob)libs/*/src/**'], {
  cwd: root,
})
  .toString()
  .split('\n')
  .filter(
    (file) => /\.(ts|tsx|js)$/.test(file) && !/\.test\.|^apps\/api\/|^libs\/testing\//.test(file),
  );

it('only the listed files touch the storage of a browser', () => {
  const code = (file: string) =>
    readFileSync(join(root, file), 'utf8').replace(/\/\*[\s\S]*?\*\/|^\s*\/\/.*$/gm, '');
  expect(sources.filter((file) => storage.test(code(file)))).toEqual(stores);
});

it('every name that the inline scripts and the session write is in the list', () => {
  const names = stores
    .filter((file) => !/tab-storage|outbox/.test(file))
    .flatMap(
      (file) =>
        readFileSync(join(root, file), 'utf8').match(/\b(cme_[a-z]+|user_token\w*)\b/g) ?? [],
    );
  const listed = Object.values(otherItems).flatMap((items) => Object.keys(items));
  expect([...new Set(names)].filter((name) => !listed.includes(name))).toEqual([]);
});

it('every item of a tab has an end', () => {
  for (const end of Object.values(tabItems)) expect(['person', 'stranger', 'tab']).toContain(end);
});
