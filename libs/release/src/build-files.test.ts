import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { builtFiles, startFilesOf } from './build-files.ts';

const pages = { calling: [], pages: [{ path: '/a', access: 'open', chunks: ['play'] }] };
const files: Record<string, string> = {
  'web/index.1.js': '',
  'web/play.2.js': '',
  'web/web.json': JSON.stringify({
    index: { js: ['index.1.js'], css: [] },
    play: { js: ['play.2.js'], css: [] },
  }),
  'web/pages.json': JSON.stringify(pages),
  'web/mf-manifest.json': JSON.stringify({ exposes: [] }),
  'area/index.3.js': '',
  'area/remoteEntry.js': '',
  'area/area.json': JSON.stringify({ index: { js: ['index.3.js'], css: [] } }),
  'area/mf-manifest.json': JSON.stringify({ exposes: [] }),
  'server/index.js': '',
};
let dist = '';

beforeAll(() => {
  dist = mkdtempSync(join(tmpdir(), 'cme-build-'));
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(dist, path)), { recursive: true });
    writeFileSync(join(dist, path), text);
  }
});
afterAll(() => rmSync(dist, { recursive: true }));

it('a release holds what pages and edges load: no metadata, and no entry that nobody loads', () => {
  expect(builtFiles(dist)).toEqual([
    'web/index.1.js',
    'web/pages.json',
    'web/play.2.js',
    'area/remoteEntry.js',
    'server/index.js',
  ]);
});

it('its manifest says which files start it, and what its pages are', () => {
  expect(startFilesOf(dist)).toMatchObject({
    web: { js: ['web/index.1.js'], pages: { play: { js: ['web/play.2.js'] } } },
    area: { entry: 'area/remoteEntry.js' },
    pages,
  });
});
