import type { PageBlock } from '@cme/contract';
import { newQueryClient, Root, RootError, UiProvider } from '@cme/ui';
import { createBrowserRouter, type RouteObject, RouterProvider } from '@cme/ui/router';
import { configure, render } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { samplePage } from './sample.ts';

// A busy machine loads a lazy part of a page in more than the second that is waited by default.
configure({ asyncUtilTimeout: 8000 });

interface Options {
  /** Which site's page it is, and where. */
  page?: PageBlock;
  /** A person who is signed in already. */
  token?: string;
}

/** Opens an address as its app would: the page block in the document, the frame and guard around
 * it, the real router. Answers how a person acts on it, and what the router and the cache hold. */
export function renderPage(
  address: string,
  routes: RouteObject[],
  { page = samplePage(), token }: Options = {},
) {
  forgetPage();
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

/** Each opened page is a new document: what lives once per page begins anew. */
function forgetPage(): void {
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
