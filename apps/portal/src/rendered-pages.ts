import { siteConfigQuery } from '@cme/shell';
import { resourcesQuery } from '@cme/shell/resources';
import type { SitePageName } from '@cme/contract/site';
import type { QueryClient } from '@tanstack/react-query';
import { isFilteredList, type Kind, listQuery } from './components/catalogue/catalogue.queries.ts';
import {
  articleQuery,
  bookQuery,
  readKeyword,
  treeQuery,
} from './pages/helpcenter/help.queries.ts';
import { kindsQuery as exchangeKindsQuery } from './pages/changecredits/exchange.queries.ts';
import { homeQuery } from './pages/home/home.queries.ts';
import {
  catalogQuery,
  detailQuery,
  relatedQuery,
  teachersQuery,
} from './pages/item/course/course.queries.ts';
import { sitePageQuery } from './components/site-page.queries.ts';
import { newsItemQuery, newsQuery } from './pages/news/news.queries.ts';
import { classesQuery, classPartQueries } from './components/training-class/class.queries.ts';
import { type ActivityKind, activityQuery } from './pages/item/activity/activity.queries.ts';
import { liveQuery } from './pages/item/live/live.queries.ts';
import { packageQuery } from './pages/item/package/package.queries.ts';
import { findChosenClass } from './pages/training/chosen-class.ts';
import { hotQuery, isSearchable, resultsQuery } from './pages/search/search.queries.ts';

/** Context of a rendering: the query client and the parameters of the URL. */
interface RenderContext {
  client: QueryClient;
  id: string;
  search: URLSearchParams;
}

interface RenderedPage {
  status?: number;
  /** Prefetches the page's data; throws if required data are refused. */
  fetch?: (asked: RenderContext) => Promise<unknown>;
}

const createListPage = (kind: Kind): RenderedPage => ({
  fetch: ({ client, search }) => client.fetchQuery(listQuery(kind, search)),
});

/** An article in the URL must exist; without one the tree selects the first. */
const manualPage: RenderedPage = {
  fetch: async ({ client, search }) => {
    const [{ groups }] = await Promise.all([
      client.fetchQuery(treeQuery()),
      search.get('keyword') && client.prefetchQuery(treeQuery(readKeyword(search))),
      search.get('article') && client.fetchQuery(articleQuery(search.get('article') ?? '')),
    ]);
    const first = groups[0]?.articles[0]?.id;
    if (!search.get('article') && first) await client.prefetchQuery(articleQuery(first));
  },
};
/** Prefetches the classes of a training and the selected one in full. */
const createTrainingPage = (id: string): RenderedPage => ({
  fetch: async ({ client, search }) => {
    const chosen = findChosenClass((await client.fetchQuery(classesQuery(id))).list, search);
    if (chosen) await prefetchClass(client, chosen.class_id);
  },
});

/** Prefetches optional data of a class. */
async function prefetchClass(client: QueryClient, id: string): Promise<void> {
  const [detail, teachers, notices, handouts] = classPartQueries(id);
  await Promise.all([
    client.prefetchQuery(detail),
    client.prefetchQuery(teachers),
    client.prefetchQuery(notices),
    client.prefetchQuery(handouts),
  ]);
}

const createActivityPage = (kind: ActivityKind): RenderedPage => ({
  fetch: ({ client, id }) => client.fetchQuery(activityQuery(kind, id)),
});

const createSitePage = (page: SitePageName): RenderedPage => ({
  fetch: ({ client, search }) =>
    client.fetchQuery(sitePageQuery(page, search.get('version') ?? '')),
});

/** Public pages that are server-rendered, by route id. All others are rendered in the browser. */
const pages: Record<string, RenderedPage> = {
  home: { fetch: ({ client }) => client.fetchQuery(homeQuery()) },
  publicneed: createListPage('publicneed'),
  profession: createListPage('profession'),
  search: {
    fetch: ({ client, search }) => {
      if (isFilteredList(search)) return client.fetchQuery(listQuery('all', search));
      return isSearchable(search)
        ? client.fetchQuery(resultsQuery(search))
        : client.prefetchQuery(hotQuery());
    },
  },
  course: {
    fetch: ({ client, id, search }) =>
      Promise.all([
        client.fetchQuery(detailQuery(id)),
        client.prefetchQuery(catalogQuery(id)),
        client.prefetchQuery(teachersQuery(id)),
        client.prefetchQuery(relatedQuery(id)),
        ...(search.get('tab') === 'resources' ? [client.prefetchQuery(resourcesQuery(id))] : []),
      ]),
  },
  news: { fetch: ({ client, search }) => client.fetchQuery(newsQuery(search)) },
  newsDetail: { fetch: ({ client, id }) => client.fetchQuery(newsItemQuery(id)) },
  helpcenter: manualPage,
  helpManual: manualPage,
  helpCertificate: { fetch: ({ client }) => client.fetchQuery(bookQuery()) },
  package: {
    fetch: async ({ client, id }) => {
      const { content_type } = await client.fetchQuery(packageQuery(id));
      if (content_type === 'X') await prefetchClass(client, id);
    },
  },
  xcys: createTrainingPage('xcys'),
  crbjc: createTrainingPage('crbjc'),
  itemLive: { fetch: ({ client, id }) => client.fetchQuery(liveQuery(id)) },
  activity: createActivityPage('A'),
  tour: createActivityPage('Y'),
  sunset: createActivityPage('Z'),
  changecredits: { fetch: ({ client }) => client.fetchQuery(exchangeKindsQuery()) },
  changecreditsIndex: {
    fetch: ({ client }) => client.fetchQuery(exchangeKindsQuery()),
  },
  about: createSitePage('about'),
  contact: createSitePage('contact'),
  terms: createSitePage('terms'),
  privacy: createSitePage('privacy'),
  notFound: { status: 404 },
  anything: { status: 404 },
};

export const findRenderedPage = (id = ''): RenderedPage | undefined => pages[id];

/** Prefetches the data of the frame, which are optional. */
export const fetchFrame = (client: QueryClient): Promise<unknown> =>
  client.prefetchQuery(siteConfigQuery());
