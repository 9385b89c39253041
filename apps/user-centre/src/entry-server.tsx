import { routes as places } from '@cme/commons/route-links';
import { type Rendered, renderLearnersPage } from '@cme/shell/server';
import { routes } from './routes.ts';

/** Renders a page of the personal centre in its loading state, before the learner is known. */
export async function render(address: string): Promise<Rendered> {
  const rendered = await renderLearnersPage(address, { routes });
  // The index shows the training classes, which its URL does not name.
  const isIndex = new URL(address).pathname.replace(/\/$/, '') === places.user.path;
  return isIndex ? { ...rendered, pages: ['user', 'trainingclass'] } : rendered;
}
