/** Server-side rendering; never part of a browser bundle. */
import { page as pageBlock } from '@cme/commons/auth-token';
import { type HeadTag, newQueryClient, rootRoutes, siteConfigQuery, UiProvider } from '@cme/shell';
import type { RouteObject } from '@cme/ui/router';
import { dehydrate, type QueryClient } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { renderToString } from 'react-dom/server';
import {
  createStaticHandler,
  createStaticRouter,
  type StaticHandler,
  type StaticHandlerContext,
  StaticRouterProvider,
} from '@cme/ui/server-router';

export { createStaticHandler };

/** A page rendered for an anonymous visitor, as the edge uses it. */
export interface Rendered {
  status: number;
  /** Redirect target. */
  location?: string;
  /** Absent if the page is rendered in the browser only. */
  html?: string;
  /** Document title, from `PageTitle`. */
  title?: string;
  /** Other head elements, from `PageHead`. */
  head?: HeadTag[];
  /** Dehydrated query data as JSON. */
  state?: string;
  /** Names of the chunks to preload, if they cannot be derived from the path. */
  pages?: string[];
}

/** A query client for one rendering: no retries, and nothing is garbage collected meanwhile. */
export function rendererClient(): QueryClient {
  const client = newQueryClient();
  client.setDefaultOptions({
    queries: { ...client.getDefaultOptions().queries, retry: false, gcTime: Infinity },
  });
  return client;
}

interface Drawing {
  client: QueryClient;
  handler: StaticHandler;
  context: StaticHandlerContext;
  /** Wraps the pages in context that the server provides. */
  wrap?: (pages: ReactNode) => ReactNode;
}

/** The dehydrated data without the times of fetching: a page with unchanged data keeps its ETag and is
 * answered with 304. */
function serializeState(client: QueryClient): string {
  const queries = dehydrate(client).queries.map(({ dehydratedAt: _, state, ...query }) => ({
    ...query,
    state: { ...state, dataUpdatedAt: 0 },
  }));
  return JSON.stringify({ queries });
}

/** Renders the fetched routes, with the data for hydration. */
export function draw({
  client,
  handler,
  context,
  wrap = (pages) => pages,
}: Drawing): Pick<Rendered, 'html' | 'title' | 'head' | 'state'> {
  const state = serializeState(client);
  const router = createStaticRouter(handler.dataRoutes, context);
  const html = renderToString(
    <UiProvider client={client}>
      {wrap(<StaticRouterProvider router={router} context={context} hydrate={false} />)}
    </UiProvider>,
  );
  client.clear();
  const { title, head } = pageBlock() as Pick<Rendered, 'title' | 'head'>;
  return { html, title, head, state } as Pick<Rendered, 'html' | 'title' | 'head' | 'state'>;
}

/** The public part of a learner's page, besides the frame. */
export interface PublicPart {
  client: QueryClient;
  /** Path pattern of the route. */
  pattern: string;
  params: Readonly<Record<string, string | undefined>>;
}

interface LearnersArea {
  routes: readonly RouteObject[];
  /** Prefetches its data, as far as available. */
  fetchPublic?: (part: PublicPart) => Promise<unknown>;
}

/**
 * Renders a learner's page in the state before the user is known: the frame, the loading state of
 * the page, and its public data.
 */
export async function renderLearnersPage(
  address: string,
  { routes, fetchPublic }: LearnersArea,
): Promise<Rendered> {
  const url = new URL(address);
  const handler = createStaticHandler(rootRoutes(routes));
  const context = await handler.query(new Request(url));
  if (context instanceof Response) return { status: 200 };
  const client = rendererClient();
  const { route, params } = context.matches.at(-1) ?? {};
  await Promise.all([
    client.fetchQuery(siteConfigQuery()),
    fetchPublic?.({ client, pattern: route?.path ?? '', params: params ?? {} }),
  ]);
  return { status: context.statusCode, ...draw({ client, handler, context }) };
}
