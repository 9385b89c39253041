import { expect, it } from 'vitest';
import { checkStyles } from './gates.ts';

/** A store with one release that has these files and style sheets. */
const createStore = (css: string[], files: Record<string, number>) =>
  ({
    manifest: () =>
      Promise.resolve({
        web: { js: [], css, pages: {} },
        files: Object.fromEntries(
          Object.entries(files).map(([path, bytes]) => [path, { sha256: '', bytes }]),
        ),
      }),
  }) as unknown as Parameters<typeof checkStyles>[0]['store'];

it.each([
  ['brings its styles', ['web/a.css'], { 'web/a.css': 100 }, []],
  ['names no style sheet', [], {}, ['没有样式文件']],
  ['has an empty one', ['web/a.css'], { 'web/a.css': 0 }, ['样式文件为空：web/a.css']],
  [
    'has an empty one of a lazy page',
    ['web/a.css'],
    { 'web/a.css': 100, 'area/b.css': 0 },
    ['样式文件为空：area/b.css'],
  ],
])('the style gate for a release %s', async (_, css, files, faults) => {
  const store = createStore(css as string[], files as Record<string, number>);
  expect(await checkStyles({ application: 'player', id: 'x', store })).toEqual({ faults });
});
