import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { createRsbuild } from '@rsbuild/core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { compatData, findNewFeatures, isMissing } from '@cme/area-build/browsers/features';
import { browserQueries, oldestVersions } from '@cme/area-build/browsers/oldest';
import { findFaults, supportedBrowsers } from '@cme/area-build/browsers/plugin';
import { polyfillMark } from '@cme/area-build/browsers/polyfills';

const features = findNewFeatures();
const faultsOf = (code: string, name = 'page.js', isWorker = false) =>
  findFaults({ name, code, isWorker }, features).map((fault) => /: (\S+)/.exec(fault)?.[1]);

it.each([
  ['a function of a constructor', 'Promise.try(f)', 'Promise.try'],
  ['one of the global object', 'window.Promise.try(f)', 'Promise.try'],
  ['a method that no older object has', 'a.isSubsetOf(b)', 'Set.prototype.isSubsetOf'],
  ['a method of an iterator', 'a.values().map(f)', 'Iterator.prototype.map'],
  ['a global constructor', 'new Float16Array(2).fill(Temporal)', 'Temporal'],
  ['a flag of regular expressions', "new RegExp(a, 'v')", 'RegExp'],
  ['newer syntax', '/(?i:a)/', 'syntax'],
])('the check finds %s', (_, code, fault) => expect(faultsOf(code)).toEqual([fault]));

it.each([
  ['what all supported browsers have', 'a.at(-1); Object.hasOwn(b, c); a.findLast(f)'],
  ['what the polyfills add', 'URL.parse(a); b.toSorted(); Promise.withResolvers()'],
  ['a guarded call', 'a.isSubsetOf?.(b)'],
  ['a method of arrays that iterators have too', 'Object.values(a).map(f)'],
  ['a variable of the same name', 'function f(Temporal) { return Temporal }'],
  [
    'what the script brings itself',
    "$({ target: 'Promise', stat: true }, { try: f }); Promise.try(g)",
  ],
])('the check accepts %s', (_, code) => expect(faultsOf(code)).toEqual([]));

it('a worker must bring the polyfills itself', () => {
  expect(faultsOf('URL.parse(a)', 'worker.mjs', true)).toEqual(['URL.parse']);
  expect(faultsOf(`self['${polyfillMark}']=1;URL.parse(a)`, 'worker.mjs', true)).toEqual([]);
});

describe('a build', () => {
  let folder = '';
  beforeAll(() => void (folder = mkdtempSync(join(tmpdir(), 'supported-'))));
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  async function build(files: Record<string, string>): Promise<string> {
    for (const [name, text] of Object.entries(files)) {
      mkdirSync(dirname(join(folder, name)), { recursive: true });
      writeFileSync(join(folder, name), text);
    }
    const rsbuild = await createRsbuild({
      cwd: folder,
      config: {
        mode: 'production',
        logLevel: 'silent',
        plugins: [supportedBrowsers],
        environments: {
          web: {
            source: { entry: { index: './index.js' } },
            output: { overrideBrowserslist: browserQueries },
          },
        },
        tools: { htmlPlugin: false },
      },
    });
    const { promise, resolve } = Promise.withResolvers<string>();
    rsbuild.onAfterCreateCompiler(({ compiler }) =>
      compiler.hooks.done.tap('test', (stats) =>
        resolve(stats.toString({ all: false, errors: true })),
      ),
    );
    const result = await rsbuild.build().catch(() => undefined);
    await result?.close();
    return promise;
  }

  it('fails for a call in own code, in a dependency and in a worker', async () => {
    const said = await build({
      'index.js': `
        import { group } from 'planted';
        import('./lazy.js').then(({ ask }) => ask(group));
        new Worker(new URL('./work.js', import.meta.url));`,
      'lazy.js': 'export const ask = (group) => Promise.try(group);',
      'work.js': 'onmessage = ({ data }) => postMessage(URL.parse(data)?.host);',
      'node_modules/planted/package.json': '{"name":"planted","version":"1.0.0","main":"index.js"}',
      'node_modules/planted/index.js': 'exports.group = () => Math.sumPrecise([1, 2]);',
    });
    expect(said).toContain('Promise.try is missing');
    expect(said).toContain('Math.sumPrecise is missing');
    expect(said).toContain('URL.parse is missing');
  });

  it('passes without them', async () =>
    expect(await build({ 'index.js': 'console.log(URL.parse(location.href))' })).toBe(''));
});

/** The tests of `apps/edge/src/browser/floor.js`. */
const floor = {
  '(?<=': compatData.javascript.regular_expressions['lookbehind_assertion'],
  structuredClone: compatData.api['structuredClone'],
  '1dvh': compatData.css.types['length']?.['viewport_percentage_units_dynamic'],
  'container-type': compatData.css.properties['container-type'],
};
const isTurnedAway = (versions: Record<string, number>) =>
  Object.values(floor).some((feature) => isMissing(feature?.__compat, versions));

it('the oldest supported browsers are let in', () => {
  expect(Object.values(floor)).not.toContain(undefined);
  expect(isTurnedAway(oldestVersions)).toBe(false);
});

it.each([
  ['chrome', 107],
  ['firefox', 109],
  ['safari', 16.3],
  ['safari_ios', 16.3],
])('%s %d is turned away', (name, version) => expect(isTurnedAway({ [name]: version })).toBe(true));
