import { runInNewContext } from 'node:vm';
import { expect, it } from 'vitest';
import { floorScript } from './own-files.ts';

const polyfills = [
  { src: '/p.js', integrity: 'sha256-x', calls: ['URL.parse', 'Array.prototype.at'] },
];

/** Runs the script in a browser with these globals, and returns what it writes and marks. */
function run(browser: object) {
  const done: string[] = [];
  const globals = {
    CSS: { supports: () => true },
    structuredClone() {},
    URL: { parse() {} },
    Array: { prototype: { at() {} } },
    ...browser,
  };
  const window = Object.fromEntries(Object.entries(globals).filter(([, value]) => value));
  runInNewContext(floorScript.text, {
    ...window,
    window,
    document: {
      documentElement: { setAttribute: (name: string) => done.push(name) },
      getElementById: () => ({ textContent: JSON.stringify(polyfills) }),
      write: (text: string) => done.push(text),
    },
  });
  return done;
}

it('a browser that has everything loads nothing', () => expect(run({})).toEqual([]));

it.each([
  ['a function', { URL: {} }],
  ['a method', { Array: { prototype: {} } }],
  ['the object', { URL: undefined }],
])('one that lacks %s loads the polyfills ahead of the scripts behind', (_, browser) =>
  expect(run(browser)).toEqual([
    '<script defer src="/p.js" integrity="sha256-x" crossorigin="anonymous"></script>',
  ]),
);

const refuseSyntax = () => {
  throw new SyntaxError('Invalid group');
};

it.each([
  ['no CSS interface', { CSS: undefined }],
  ['an older CSS', { CSS: { supports: (name: string) => name !== 'container-type' } }],
  ['no dynamic heights', { CSS: { supports: (_: string, value: string) => value !== '1dvh' } }],
  ['no structured clone', { structuredClone: undefined }],
  ['no lookbehind', { RegExp: refuseSyntax }],
])('one with %s is outdated', (_, browser) => {
  const done = run(browser);
  expect(done[0]).toBe('data-outdated');
  expect(done[1]).toMatch(/^<script defer src="\/edge\/outdated\.js\?/);
});
