import { isCallFailed } from '@cme/commons/api-client';
import { page as pageBlock } from '@cme/commons/auth-token';
import { pageTitle } from '@cme/commons/branding';
import { contentLink } from '@cme/commons/route-links';
import { cleanHtml } from '@cme/contract/html';
import { type Handle, headTags, type HeadTag, newQueryClient, UiProvider } from '@cme/ui';
import { createStaticHandler, createStaticRouter, StaticRouterProvider } from '@cme/ui/server';
import { dehydrate } from '@tanstack/react-query';
import { renderToString } from 'react-dom/server';
import { HtmlCleaner } from './components/prose.tsx';
import { fetchFrame, renderedPage } from './rendered-pages.ts';
import { tree } from './tree.ts';

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
  /** Names of the chunks that the browser needs first. */
  pages: string[];
}

/** Renders one public page for an anonymous reader. `page()` finds the page block of the request
 * by itself. */
export async function render(address: string): Promise<Rendered> {
  const url = new URL(address);
  const handler = createStaticHandler(tree());
  const context = await handler.query(new Request(url));
  if (context instanceof Response) return { status: 200, pages: [] };
  const pages = context.matches.map(({ route }) => route.id).filter((id) => id !== 'root');
  const page = renderedPage(pages);
  if (!page) return { status: context.statusCode, pages, ...headOf(context.matches, url) };

  const client = newQueryClient();
  client.setDefaultOptions({
    queries: { ...client.getDefaultOptions().queries, retry: false, gcTime: Infinity },
  });
  const id = context.matches.at(-1)?.params['id'] ?? '';
  try {
    await Promise.all([fetchFrame(client), page.fetch?.({ client, id, search: url.searchParams })]);
  } catch (fault) {
    if (!isCallFailed(fault) || fault.statusCode !== 404) throw fault;
    const { content_type } = fault;
    // There, but as another type.
    if (content_type)
      return { status: 301, location: contentLink({ content_type, id }) + url.search, pages: [] };
    return { status: 404, pages: page.chunk ? [page.chunk] : pages };
  }
  const state = dehydrate(client);
  const router = createStaticRouter(handler.dataRoutes, context);
  const html = renderToString(
    <UiProvider client={client}>
      <HtmlCleaner value={cleanHtml}>
        <StaticRouterProvider router={router} context={context} hydrate={false} />
      </HtmlCleaner>
    </UiProvider>,
  );
  client.clear();
  const left: Pick<Rendered, 'title' | 'head'> = pageBlock() as object;
  return {
    status: page.status ?? 200,
    pages: page.chunk ? [page.chunk] : pages,
    html,
    title: left.title,
    head: left.head,
    state: JSON.stringify(state),
  };
}

/** What a page that is made in the browser says of itself beforehand. */
function headOf(
  matches: readonly { route: { handle?: unknown } }[],
  { pathname }: URL,
): Pick<Rendered, 'title' | 'head'> {
  const handles = matches.map(({ route }) => route.handle as Handle | undefined);
  const {
    title = '',
    description,
    access,
    isHidden = false,
  } = Object.assign({}, ...handles) as Handle;
  return {
    title: pageTitle(title || undefined),
    head: headTags({
      name: title,
      description,
      path: pathname,
      isHidden: isHidden || access === 'learner',
    }),
  };
}
