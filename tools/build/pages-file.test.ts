import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { AreaPages } from '@cme/contract/site/pages';
import { describe, expect, it } from 'vitest';
import { findNamedPages } from '../check/edge-pages.ts';
import { readTree } from '../check/tree.ts';

const root = join(import.meta.dirname, '../..');
const apps = globSync('apps/*/src/pages.ts', { cwd: root }).map((file) => file.split('/')[1] ?? '');

const readPages = async (app: string): Promise<AreaPages> => {
  const file = pathToFileURL(join(root, 'apps', app, 'src/pages.ts')).href;
  return ((await import(file)) as { pages: AreaPages }).pages;
};
const readText = (path: string) => readFileSync(join(root, path), 'utf8');

describe.each(apps.filter((app) => app !== 'commons'))('the pages of %s', (app) => {
  it('name exactly the chunks of its routes', async () => {
    const named = readText(`apps/${app}/src/routes.ts`).matchAll(/webpackChunkName: "(\w+)"/g);
    const { pages } = await readPages(app);
    expect([...new Set(pages.flatMap(({ chunks }) => chunks))].sort()).toEqual(
      [...new Set([...named].map(([, name]) => name))].sort(),
    );
  });

  it('fill a small part of a manifest', async () => {
    expect(JSON.stringify(await readPages(app)).length).toBeLessThan(20_000);
  });
});

describe('the edge', () => {
  it('names no page, call or chunk of an area', async () => {
    const declared = await Promise.all(apps.map(readPages));
    expect(findNamedPages(readTree(root), declared)).toEqual([]);
  });

  it.each([
    ["const page = '/user/learn';", '/user/learn'],
    ["const path = '/qm/api/v5/player/enter';", '/qm/api/v5/player/enter'],
    ["const chunk = 'exchange';", 'exchange'],
    ["import { routes } from '@cme/commons/route-links';", 'routes'],
  ])('would be found to name one: %s', async (text, word) => {
    const declared = await Promise.all(apps.map(readPages));
    const tree = { sources: [{ path: 'apps/edge/src/a.ts', text }], manifests: {}, top: [] };
    expect(findNamedPages(tree, declared)).toEqual([
      { at: 'apps/edge/src/a.ts', text: `names ${word} of an area` },
    ]);
  });
});
