import { describe, expect, it } from 'vitest';
import { pages } from './pages.ts';
import { findRenderedPage } from './rendered-pages.ts';
import { routes } from './routes.ts';

const find = (path: string) => pages.pages.find((page) => page.path === path);

describe('what the edge knows of the pages', () => {
  it('covers every route, and nothing else', () => {
    const declared = pages.pages.map(({ path }) => path);
    expect(declared.toSorted()).toEqual([...new Set(routes.map(({ path }) => path))].toSorted());
    expect(new Set(declared).size).toBe(declared.length);
  });

  it.each(routes.map(({ id, path }) => [id, path] as const))(
    'names the chunk that %s loads',
    async (_, path) => expect(find(path!)?.chunks).toHaveLength(1),
  );

  it('has the same path for a closed site as its route', () => {
    expect(routes.map(({ path }) => path)).toContain(pages.closed);
  });
});

describe('the pages with data', () => {
  it.each(routes.map(({ id, handle }) => [id!, handle] as const))(
    'of learners are never rendered for everybody: %s',
    (id, handle) => {
      const { access } = handle as { access: string };
      expect(access === 'learner' && findRenderedPage(id) !== undefined).toBe(false);
    },
  );

  it('are none for an unknown route', () => expect(findRenderedPage()).toBeUndefined());
});
