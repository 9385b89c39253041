import { routes as places } from '@cme/commons/route-links';
import { type Rendered, renderLearnersPage } from '@cme/ui/server';
import { routes } from './routes.ts';

/** Renders one page of the personal centre as it waits for its learner. */
export async function render(address: string): Promise<Rendered> {
  const rendered = await renderLearnersPage(address, { routes });
  // The index shows the classes, which its address does not name.
  const isIndex = new URL(address).pathname.replace(/\/$/, '') === places.user.path;
  return isIndex ? { ...rendered, pages: ['user', 'trainingclass'] } : rendered;
}
