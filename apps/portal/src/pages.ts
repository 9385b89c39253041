import {
  definePage,
  definePages,
  matching,
  oneOf,
  pageNumber,
  readFilters,
  text,
} from '@cme/commons/pages';
import { routes } from '@cme/commons/route-links';
import { series } from '@cme/contract/base';
import { ContentFilters, SearchFilters } from '@cme/contract/content';
import { type Discipline, disciplines } from '@cme/contract/disciplines';

const readCodes = ({ code, parts }: Discipline): string[] => [code, ...parts.flatMap(readCodes)];
/** Filters whose schema is wider than what there is to choose from. */
const narrowed = {
  series: oneOf(series.map(({ code }) => code)),
  discipline: oneOf(disciplines.flatMap(readCodes)),
};

const { keyword: _, ...filters } = { ...readFilters(ContentFilters), ...narrowed };
const listed = { crawling: 'listed' as const };
const createRows = (...kinds: string[]) => ({ rows: { kinds } });
const catalogue = { chunk: 'catalogue', ...listed, query: { ...filters, page: pageNumber } };
const manual = {
  chunk: 'manual',
  query: { article: matching('[\\w-]{1,64}'), keyword: text(50, { cut: true }) },
};
const training = {
  chunk: 'training',
  crawling: 'special' as const,
  query: { period: matching('\\d{1,4}') },
};
const sitePage = {
  chunk: 'sitePage',
  ...listed,
  query: { version: matching('[\\w-]{1,32}') },
};
const payment = { chunk: 'payment' };
const confirm = { chunk: 'confirm' };
const createActivity = (type: string) => ({
  chunk: 'activity',
  ...createRows(`content:${type}`),
});
const exchange = { chunk: 'changecredits' };

/** What the edge needs to know of the portal's pages. Public ones come with their data. */
export const pages = definePages({
  calling: ['calls'],
  closed: routes.notFound.path,
  pages: [
    definePage(routes.home, { chunk: 'home', ...listed }),
    definePage(routes.publicneed, catalogue),
    definePage(routes.profession, catalogue),
    definePage(routes.search, {
      chunk: 'search',
      crawling: 'hidden_with_query',
      query: {
        ...readFilters(SearchFilters),
        ...readFilters(ContentFilters),
        ...narrowed,
        page: pageNumber,
      },
    }),
    definePage(routes.course, {
      chunk: 'course',
      ...createRows('content'),
      query: { tab: oneOf(['intro', 'outline', 'teachers', 'appraises', 'resources']) },
    }),
    definePage(routes.package, {
      chunk: 'package',
      ...createRows('content:P', 'content:X'),
      query: {
        tab: oneOf(['timetable', 'courses', 'intro', 'teachers', 'notices', 'handouts']),
      },
    }),
    definePage(routes.news, {
      chunk: 'news',
      ...listed,
      query: { type: oneOf(['N', 'B']), page: pageNumber },
    }),
    definePage(routes.newsDetail, { chunk: 'newsDetail', ...createRows('news') }),
    definePage(routes.helpcenter, manual),
    definePage(routes.helpManual, {
      ...manual,
      ...listed,
      rows: { kinds: ['help'], query: 'article' },
    }),
    definePage(routes.helpCertificate, { chunk: 'helpCertificate', ...listed }),
    definePage(routes.xcys, training),
    definePage(routes.crbjc, training),
    definePage(routes.try, { chunk: 'try' }),
    definePage(routes.itemLive, { chunk: 'itemLive', ...createRows('content:L', 'content:R') }),
    definePage(routes.activity, createActivity('A')),
    definePage(routes.tour, createActivity('Y')),
    definePage(routes.sunset, createActivity('Z')),
    definePage(routes.cart, { chunk: 'cart', crawling: 'hidden' }),
    definePage(routes.order, confirm),
    definePage(routes.orderConfirm, confirm),
    definePage(routes.orderPayment, payment),
    definePage(routes.changecredits, exchange),
    definePage(routes.changecreditsIndex, { ...exchange, ...listed }),
    definePage(routes.declare, { chunk: 'declare' }),
    definePage(routes.exchangeDetail, { chunk: 'exchangeDetail' }),
    definePage(routes.verify, { chunk: 'verify', ...listed, outlives_site: true }),
    ...[routes.about, routes.contact, routes.terms, routes.privacy].map((route) =>
      definePage(route, sitePage),
    ),
    definePage(routes.login, { chunk: 'login', shows_records: true }),
    definePage(routes.wechatLogin, { chunk: 'wechatLogin' }),
    definePage(routes.forgetpwd, { chunk: 'forgetpwd', shows_records: true }),
    definePage(routes.registPerson, { chunk: 'registPerson' }),
    definePage(routes.prohibit, { chunk: 'prohibit' }),
    definePage(routes.notFound, { chunk: 'notFound' }),
    definePage({ path: '*', access: 'open' }, { chunk: 'notFound' }),
  ],
});
