import type { PageBlock } from '@cme/contract/site';
import { newQueryClient, Root, RootError, UiProvider } from '@cme/shell';
import { createBrowserRouter, type RouteObject, RouterProvider } from '@cme/ui/router';
import { configure, render } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { samplePage } from './sample.ts';

// Loading a lazy chunk on a busy machine can take longer than the default timeout of one second.
configure({ asyncUtilTimeout: 8000 });

interface Options {
  /** The page settings that the edge would write: site and domain. */
  page?: PageBlock;
  /** The session token of a signed-in user. */
  token?: string;
}

/**
 * Opens an address as its app would: with the page settings in the document, frame, guard and the
 * real router. Returns the user-event instance, the router and the query client.
 */
export function renderPage(
  address: string,
  routes: RouteObject[],
  { page = samplePage(), token }: Options = {},
) {
  clearPage();
  writeBlock(page);
  setAddress(`http://${page.host}${address}`);
  if (token) localStorage.setItem('user_token', token);
  const client = newQueryClient();
  client.setDefaultOptions({ queries: { ...client.getDefaultOptions().queries, retry: false } });
  const router = createBrowserRouter([
    {
      id: 'root',
      Component: Root,
      ErrorBoundary: RootError,
      HydrateFallback: () => null,
      children: routes,
    },
  ]);
  const view = render(
    <UiProvider client={client}>
      <RouterProvider router={router} />
    </UiProvider>,
  );
  return { ...view, user: userEvent.setup(), router, client };
}

/** Every opened page is a new document: resets state that lives once per page. */
function clearPage(): void {
  const page = globalThis as Record<symbol, unknown>;
  for (const name of ['cme.session.1', 'cme.toasts.1']) delete page[Symbol.for(name)];
  localStorage.clear();
  history.replaceState(null, '');
}

export function writeBlock(block: PageBlock): void {
  document.getElementById('site')?.remove();
  const script = document.createElement('script');
  script.id = 'site';
  script.type = 'application/json';
  script.textContent = JSON.stringify(block);
  document.head.append(script);
}

function setAddress(url: string): void {
  const { happyDOM } = window as unknown as { happyDOM?: { setURL(url: string): void } };
  if (happyDOM) happyDOM.setURL(url);
  else history.replaceState(null, '', new URL(url).pathname + new URL(url).search);
}
