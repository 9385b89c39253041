/** What renders pages on a server; never part of what a browser loads. */
import { page as pageBlock } from '@cme/commons/auth-token';
import { type HeadTag, newQueryClient, rootRoutes, siteConfigQuery, UiProvider } from '@cme/ui';
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
} from 'react-router';

export { createStaticHandler };

/** A page for an anonymous reader, as the edge takes it. */
export interface Rendered {
  status: number;
  /** Where the page is instead. */
  location?: string;
  /** Absent when the page is made in the browser. */
  html?: string;
  /** The window's title, as `PageTitle` left it. */
  title?: string;
  /** What else stands in the head, as `PageHead` left it. */
  head?: HeadTag[];
  /** JSON of the fetched data. */
  state?: string;
  /** Names of the chunks that the browser needs first, where they are not words of the address. */
  pages?: string[];
}

/** A rendering asks once: what was refused stays refused, and nothing is forgotten meanwhile. */
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
  /** What a server gives its pages along. */
  wrap?: (pages: ReactNode) => ReactNode;
}

/** Draws what is fetched, with the data that the browser goes on with. */
export function draw({
  client,
  handler,
  context,
  wrap = (pages) => pages,
}: Drawing): Pick<Rendered, 'html' | 'title' | 'head' | 'state'> {
  const state = JSON.stringify(dehydrate(client));
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

/** What a learner's page shows to everybody, besides its frame. */
export interface PublicPart {
  client: QueryClient;
  /** The path of the page as its route has it. */
  pattern: string;
  params: Readonly<Record<string, string | undefined>>;
}

interface LearnersArea {
  routes: readonly RouteObject[];
  /** Fetches it, as far as it can be had. */
  fetchPublic?: (part: PublicPart) => Promise<unknown>;
}

/** Renders a learner's page as it stands before it is known who has come: the frame, the page that
 * waits, and what is the same for everybody. */
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
