import { isCallError } from '@cme/commons/api-client';
import { pageTitle } from '@cme/commons/branding';
import { contentLink } from '@cme/commons/route-links';
import { cleanHtml } from '@cme/contract/html';
import { type Handle, headTags, rootRoutes } from '@cme/shell';
import { createStaticHandler, draw, type Rendered, rendererClient } from '@cme/shell/server';
import { HtmlCleaner } from './components/prose.tsx';
import { pages } from './pages.ts';
import { fetchFrame, findRenderedPage } from './rendered-pages.ts';
import { routes } from './routes.ts';

/**
 * Renders a public page for an anonymous visitor. `page()` reads the page settings of the current
 * request.
 */
export async function render(address: string): Promise<Rendered> {
  const url = new URL(address);
  const handler = createStaticHandler(rootRoutes(routes));
  const context = await handler.query(new Request(url));
  if (context instanceof Response) return { status: 200, pages: [] };
  const { route, params } = context.matches.at(-1) ?? {};
  const chunks = findChunks(route?.path);
  const page = findRenderedPage(route?.id);
  if (!page)
    return { status: context.statusCode, pages: chunks, ...createHead(context.matches, url) };

  const client = rendererClient();
  const id = params?.['id'] ?? '';
  try {
    await Promise.all([fetchFrame(client), page.fetch?.({ client, id, search: url.searchParams })]);
  } catch (error) {
    if (!isCallError(error) || error.statusCode !== 404) throw error;
    const { content_type } = error;
    // It exists, but as another type.
    if (content_type)
      return { status: 301, location: contentLink({ content_type, id }) + url.search, pages: [] };
    return { status: 404, pages: chunks };
  }
  const rendered = draw({
    client,
    handler,
    context,
    wrap: (all) => <HtmlCleaner value={cleanHtml}>{all}</HtmlCleaner>,
  });
  return { status: page.status ?? 200, pages: chunks, ...rendered };
}

/** For edges that do not read the pages of a release. */
const findChunks = (pattern: string | undefined): string[] =>
  pages.pages.find(({ path }) => path === pattern)?.chunks ?? [];

/** Head of a page that is rendered in the browser only. */
function createHead(
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
