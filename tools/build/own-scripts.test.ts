import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'acorn';
import { expect, it } from 'vitest';
import { findNewFeatures } from '@cme/area-build/browsers/features';
import { oldestVersions } from '@cme/area-build/browsers/oldest';
import { findFaults } from '@cme/area-build/browsers/plugin';

const folder = join(import.meta.dirname, '../../apps/edge/src/browser');
const read = (name: string) => readFileSync(join(folder, name), 'utf8');

it.each(globSync('*.js', { cwd: folder }))(
  'the inlined %s calls nothing that the oldest browsers lack, because it runs before the polyfills',
  (name) => {
    const features = findNewFeatures();
    expect(findFaults({ name, code: read(name), isWorker: true }, features)).toEqual([]);
  },
);

it.each(['floor.js', 'outdated.js', 'start.js'])(
  '%s is ES5, so that any browser reads it',
  (name) => {
    parse(read(name), { ecmaVersion: 5 });
  },
);

it('the notice names the oldest supported versions', () => {
  const { chrome, firefox, safari } = oldestVersions;
  for (const words of [
    `Chrome ${chrome}`,
    `Firefox ${firefox}`,
    `Safari ${safari}`,
    `iOS ${safari}`,
  ])
    expect(read('outdated.js')).toContain(words);
});
