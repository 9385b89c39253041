/** Client entry; loaded only by the entry points of apps. */
import { newQueryClient, UiProvider } from '@cme/shell';
import { createBrowserRouter, matchRoutes, type RouteObject, RouterProvider } from '@cme/ui/router';
import { type DehydratedState, hydrate } from '@tanstack/react-query';
import { createRoot, hydrateRoot } from 'react-dom/client';
import { keepContent, stopPage } from './page/keep-content.ts';

type RouterOptions = Pick<
  NonNullable<Parameters<typeof createBrowserRouter>[1]>,
  'patchRoutesOnNavigation'
>;

/**
 * Hydrates a server-rendered page, or renders an empty shell from scratch. If that fails, what the
 * server has rendered stays.
 */
export async function startPage(routes: RouteObject[], options: RouterOptions = {}): Promise<void> {
  try {
    await start(routes, options);
  } catch (error) {
    stopPage(error);
  }
}

async function start(routes: RouteObject[], options: RouterOptions): Promise<void> {
  const container = document.getElementById('root');
  const page = document.documentElement;
  if (!container || page.hasAttribute('data-outdated')) return;
  addEventListener('pointerover', watchClicks, { once: true });
  const client = newQueryClient();
  const state = firstState();
  if (state) hydrate(client, state);
  const isRendered = state !== undefined;
  if (isRendered) await loadRoutes(routes);
  const router = createBrowserRouter(routes, {
    ...options,
    ...(isRendered && { hydrationData: { loaderData: {} } }),
  });
  const app = (
    <UiProvider client={client}>
      <RouterProvider router={router} />
    </UiProvider>
  );
  const onUncaughtError = keepContent(container);
  page.toggleAttribute('data-starting', isRendered);
  if (isRendered)
    hydrateRoot(container, app, {
      onRecoverableError: (error) => console.error('hydration:', error),
      onUncaughtError,
    });
  else createRoot(container, { onUncaughtError }).render(app);
}

/** Loaded when a pointer appears, since the first view has no use for it. */
async function watchClicks(): Promise<void> {
  (await import('./page/ignore-moved-clicks.ts')).ignoreMovedClicks();
}

/** The dehydrated query data of the page. They are as fresh as the page. */
function firstState(): DehydratedState | undefined {
  const block = document.getElementById('state')?.textContent;
  if (!block) return undefined;
  const state: DehydratedState = JSON.parse(block);
  const updatedAt = isFromHistory() ? 0 : Date.now();
  for (const query of state.queries) query.state.dataUpdatedAt = updatedAt;
  return state;
}

/** On back and forward a browser shows its cached copy, however old, without revalidating it. */
function isFromHistory(): boolean {
  const [navigation] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];
  return navigation?.type === 'back_forward';
}

/** The first render must match the server's, so its lazy routes load before it. */
async function loadRoutes(routes: RouteObject[]): Promise<void> {
  const matches = matchRoutes(routes, location) ?? [];
  await Promise.all(
    matches.map(async ({ route }) => {
      if (typeof route.lazy === 'function')
        Object.assign(route, await route.lazy(), { lazy: undefined });
    }),
  );
}
