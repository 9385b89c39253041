import { CallFailed } from '@cme/commons/api-client';
import { newQueryClient, Ui } from '@cme/ui';
import { createStaticHandler, createStaticRouter, StaticRouterProvider } from '@cme/ui/router';
import { dehydrate, type QueryClient } from '@tanstack/react-query';
import { renderToString } from 'react-dom/server';
import { tree } from './tree.ts';

/** What a page of `routes.ts` may say in its `handle` about being rendered here. */
export interface RenderedHandle {
  /** Fetches what the page shows; without it the page comes as a shell. */
  prefetch?: (client: QueryClient, params: Record<string, string | undefined>, url: URL) => Promise<unknown>;
  /** HTTP status of the page, 200 when absent. */
  status?: number;
}

export interface Rendered {
  status: number;
  /** Absent when the page is better made in the browser. */
  html?: string;
  /** JSON of the fetched data. */
  state?: string;
  /** Ids of the matched routes: names of the chunks that the browser needs first. */
  pages: string[];
}

/** Renders one public page for an anonymous reader. The page block of the request is found by `page()`. */
export async function render(address: string): Promise<Rendered> {
  const url = new URL(address);
  const handler = createStaticHandler(tree());
  const context = await handler.query(new Request(url));
  if (context instanceof Response) return { status: 200, pages: [] };
  const pages = context.matches.map(({ route }) => route.id).filter((id) => id !== 'root');
  const handles = context.matches.map(({ route, params }) => ({ params, ...(route.handle as RenderedHandle | undefined) }));
  const status = handles.findLast((handle) => handle.status)?.status ?? context.statusCode;
  if (!handles.some(({ prefetch }) => prefetch)) return { status, pages };

  const client = newQueryClient();
  try {
    await Promise.all(handles.map(({ prefetch, params }) => prefetch?.(client, params, url)));
  } catch (fault) {
    if (fault instanceof CallFailed && fault.statusCode === 404) return { status: 404, pages };
    throw fault;
  }
  const state = dehydrate(client);
  const router = createStaticRouter(handler.dataRoutes, context);
  const html = renderToString(<Ui state={state}><StaticRouterProvider router={router} context={context} hydrate={false} /></Ui>);
  client.clear();
  return { status, pages, html, state: JSON.stringify(state) };
}
