import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { expect, it } from 'vitest';
import { unreachableLeaves } from './cuts.ts';

type Transform = (given: { code: string; resourcePath: string }) => string;

/** What the plugin asks the build for: files, and what becomes of them. */
function asked(): { test: RegExp; transform: Transform }[] {
  const found: { test: RegExp; transform: Transform }[] = [];
  const api = {
    transform: ({ test }: { test: RegExp }, transform: Transform) =>
      found.push({ test, transform }),
  };
  void unreachableLeaves.setup(api as never);
  return found;
}

const router = join(
  dirname(createRequire(import.meta.url).resolve('react-router/package.json')),
  'dist/production/lib/router/router.js',
);

it('leaves out of a library what no page reaches', () => {
  const { transform } = asked().find(({ test }) => test.test(router))!;
  const code = readFileSync(router, 'utf8');
  expect(code).toContain('if (init.instrumentations) {');
  expect(transform({ code, resourcePath: router })).not.toContain('if (init.instrumentations)');
});

it('stops the build when a library has changed at such a place, and names it', () => {
  const { transform } = asked().find(({ test }) => test.test(router))!;
  const code = readFileSync(router, 'utf8').replace(
    'if (init.instrumentations) {',
    'if (init.instruments) {',
  );
  expect(() => transform({ code, resourcePath: router })).toThrow(
    /router\.js has changed at "if \(init\.instrumentations\) \{"/,
  );
});
