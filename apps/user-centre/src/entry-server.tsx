import { routes as places } from '@cme/commons/route-links';
import { type Rendered, renderLearnersPage } from '@cme/shell/server';
import { pages } from './pages.ts';
import { routes } from './routes.ts';

/** Renders a page of the personal centre in its loading state, before the learner is known. */
export async function render(address: string): Promise<Rendered> {
  const rendered = await renderLearnersPage(address, { routes });
  // Edges that do not read the pages of a release find chunks by the segments of a path.
  const isIndex = new URL(address).pathname.replace(/\/$/, '') === places.user.path;
  const index = pages.pages.find(({ path }) => path === places.user.path);
  return isIndex && index ? { ...rendered, pages: index.chunks } : rendered;
}
