import '@cme/ui/styles.css';
import { newQueryClient, UiProvider } from '@cme/ui';
import { createBrowserRouter, matchRoutes, RouterProvider } from '@cme/ui/router';
import { type DehydratedState, hydrate } from '@tanstack/react-query';
import { createRoot, hydrateRoot } from 'react-dom/client';
import { mountAreas } from './mount.tsx';
import { tree } from './tree.ts';

/** What the server has fetched for this page; absent on a page that comes as a shell. */
function rendered(): DehydratedState | undefined {
  const block = document.getElementById('state')?.textContent;
  return block ? JSON.parse(block) : undefined;
}

async function start(place: HTMLElement): Promise<void> {
  const state = rendered();
  const client = newQueryClient();
  const routes = tree();
  if (state) hydrate(client, state);
  // A page that cannot be hydrated is made anew, where the router tries again or says what failed.
  const isSettled =
    state !== undefined &&
    (await settle(routes).then(
      () => true,
      () => false,
    ));
  const router = createBrowserRouter(routes, {
    patchRoutesOnNavigation: mountAreas,
    hydrationData: isSettled ? { loaderData: {} } : undefined,
  });
  const app = (
    <UiProvider client={client}>
      <RouterProvider router={router} />
    </UiProvider>
  );
  if (isSettled)
    hydrateRoot(place, app, { onRecoverableError: (fault) => console.error('hydration:', fault) });
  else createRoot(place).render(app);
}

/** The first render must be the server's: its lazy pages are there before it begins. */
async function settle(routes: ReturnType<typeof tree>): Promise<void> {
  for (const { route } of matchRoutes(routes, location) ?? []) {
    if (typeof route.lazy !== 'function') continue;
    Object.assign(route, await route.lazy(), { lazy: undefined });
  }
}

const place = document.getElementById('root');
if (place) void start(place);
