import { routes } from '@cme/commons/route-links';
import { series } from '@cme/contract/base';
import { messageTabs } from '@cme/contract/person';
import { collectionTabs, ContentFilters, SearchFilters } from '@cme/contract/content';
import { learnTabs } from '@cme/contract/study';
import { orderTabs } from '@cme/contract/payment';
import { disciplinePath } from '@cme/contract/disciplines';

/** The value as the page understands it; undefined for one that it ignores. */
export type Read = (value: string) => string | undefined;
type Parameters = Record<string, Read>;

const oneOf =
  (...values: readonly string[]): Read =>
  (value) =>
    values.find((known) => known === value);
const matching =
  (pattern: RegExp): Read =>
  (value) =>
    pattern.test(value) ? value : undefined;

/** Read like the pages do: whole numbers from 1, and everything else is the first page. */
const pageNumber: Read = (value) => {
  const page = Math.min(10_000, Math.max(1, Math.floor(Number(value)) || 1));
  return page > 1 ? String(page) : undefined;
};
/** These pages are rendered without their list: that it is another page of it is all they show. */
const anotherPage: Read = (value) => pageNumber(value) && '2';
/** Only the presence of the parameter matters to the page. */
const present: Read = () => '1';
const id = matching(/^[\w-]{1,64}$/);
const year = matching(/^20\d\d$/);
const month = matching(/^(1[0-2]|[1-9])$/);
const monthOfYear = matching(/^20\d\d-(0[1-9]|1[0-2])$/);

interface Schema {
  safeParse(value: unknown): { success: boolean; data?: Record<string, unknown> };
}
const readWith =
  (schema: Schema, name: string): Read =>
  (value) => {
    const { data } = schema.safeParse({ [name]: value });
    return data && String(data[name]);
  };
const filtersOf = (schema: Schema & { shape: object }): Parameters => ({
  ...Object.fromEntries(Object.keys(schema.shape).map((name) => [name, readWith(schema, name)])),
  series: oneOf(...series.map(({ code }) => code)),
});

const catalogue: Parameters = {
  ...filtersOf(ContentFilters),
  discipline: (code) =>
    code.length % 2 === 0 && disciplinePath(code).length > 0 ? code : undefined,
  page: pageNumber,
};
const { keyword: _, ...withoutKeyword } = catalogue;
const manual: Parameters = { article: id, keyword: (value) => value.trim().slice(0, 50) };
const classes: Parameters = { period: matching(/^\d{1,4}$/) };
const study: Parameters = {
  tab: oneOf('outline', 'notes', 'resources', 'homework', 'appraises'),
};
const settingViews =
  'notify consent export close password mobile wechat factor devices identity facts unit_facts'.split(
    ' ',
  );
const listOf = (tabs: readonly string[]): Parameters => ({
  tab: oneOf(...tabs),
  page: anotherPage,
});

/** Query parameters by route: a page that is missing here reads none before its scripts run. */
export const pageParameters: Record<string, Parameters> = {
  [routes.publicneed.path]: withoutKeyword,
  [routes.profession.path]: withoutKeyword,
  [routes.search.path]: {
    ...catalogue,
    ...filtersOf(SearchFilters),
    sort: catalogue['sort'] ?? id,
  },
  [routes.course.path]: { tab: oneOf('intro', 'outline', 'teachers', 'appraises', 'resources') },
  [routes.package.path]: {
    tab: oneOf('timetable', 'courses', 'intro', 'teachers', 'notices', 'handouts'),
  },
  [routes.news.path]: { type: oneOf('N', 'B'), page: pageNumber },
  [routes.helpcenter.path]: manual,
  [routes.helpManual.path]: manual,
  [routes.xcys.path]: classes,
  [routes.crbjc.path]: classes,

  [routes.play.path]: study,
  [routes.playback.path]: study,
  [routes.examOnline.path]: { score_id: present },

  [routes.user.path]: { page: anotherPage, screen: present },
  [routes.trainingclass.path]: { page: anotherPage, screen: present },
  [routes.notice.path]: listOf(messageTabs),
  [routes.collection.path]: listOf(collectionTabs),
  [routes.myorder.path]: {
    ...listOf(orderTabs),
    show: oneOf('detail', 'cancel', 'refund', 'invoice', 'hide'),
  },
  [routes.learn.path]: { ...listOf(learnTabs), show: oneOf('month', 'extend'), month: monthOfYear },
  [routes.myexam.path]: listOf(['todo', 'done']),
  [routes.mycertificate.path]: { ...listOf(['certificates', 'credits']), year },
  [routes.myfile.path]: { page: anotherPage, year, month },
  [routes.setting.path]: { view: oneOf(...settingViews) },
};
