import {
  anotherPage,
  definePage,
  definePages,
  firstCall,
  matching,
  oneOf,
  type PageOptions,
  present,
} from '@cme/commons/pages';
import { routes } from '@cme/commons/route-links';
import { collectionList, collectionTabs } from '@cme/contract/content';
import { certificateEligibility, certificateList, creditsSummary } from '@cme/contract/credits';
import { messageList, messageTabs, myUnit, userInfo, wechatState } from '@cme/contract/person';
import { orderList, orderTabs, shopplistCount } from '@cme/contract/payment';
import { siteConfig } from '@cme/contract/site';
import {
  classTabs,
  examList,
  learnCalendar,
  learnList,
  learnReport,
  learnSummary,
  learnTabs,
  trainingclassList,
} from '@cme/contract/study';

const frameCalls = [
  firstCall(userInfo, {}),
  firstCall(siteConfig, {}),
  firstCall(shopplistCount, {}),
];

/** Lists make these calls in their default state only. Every page stands in the frame of the area. */
const inFrame = ({ chunk, calls = [], ...options }: PageOptions): PageOptions => ({
  ...options,
  chunk: ['user', ...[chunk].flat()],
  calls: [...frameCalls, ...calls],
  calls_without_query: true,
});

const readList = (tabs: readonly string[]) => ({ tab: oneOf(tabs), page: anotherPage });
const year = matching('20\\d\\d');

/** Also served on a site that has ended. */
const showsRecords = { shows_records: true } as const;

const classes = inFrame({
  ...showsRecords,
  chunk: 'trainingclass',
  query: { ...readList(classTabs), screen: present },
  calls: [firstCall(trainingclassList, { mine: 'Y', tab: 'open', page: 1, page_size: 10 })],
});

/** What the edge needs to know of the personal centre's pages. */
export const pages = definePages({
  calling: ['calls'],
  pages: [
    definePage(routes.user, classes),
    definePage(routes.trainingclass, classes),
    definePage(
      routes.learn,
      inFrame({
        chunk: 'learn',
        ...showsRecords,
        query: {
          ...readList(learnTabs),
          show: oneOf(['month', 'extend']),
          month: matching('20\\d\\d-(0[1-9]|1[0-2])'),
        },
        calls: [
          firstCall(learnList, { tab: 'all', page: 1 }),
          firstCall(learnSummary, {}),
          firstCall(learnCalendar, {}),
        ],
      }),
    ),
    definePage(
      routes.myexam,
      inFrame({
        chunk: 'myexam',
        ...showsRecords,
        query: readList(['todo', 'done']),
        calls: [firstCall(examList, { tab: 'todo', page: 1 })],
      }),
    ),
    definePage(
      routes.mycertificate,
      inFrame({
        chunk: 'mycertificate',
        ...showsRecords,
        query: { ...readList(['certificates', 'credits']), year },
        calls: [
          firstCall(creditsSummary, {}),
          firstCall(certificateList, {}),
          firstCall(certificateEligibility, {}),
        ],
      }),
    ),
    definePage(
      routes.notice,
      inFrame({
        chunk: 'notice',
        ...showsRecords,
        query: readList(messageTabs),
        calls: [firstCall(messageList, { tab: 'all', page: 1 })],
      }),
    ),
    definePage(
      routes.collection,
      inFrame({
        chunk: 'collection',
        ...showsRecords,
        query: readList(collectionTabs),
        calls: [firstCall(collectionList, { tab: 'all', page: 1 })],
      }),
    ),
    definePage(
      routes.myfile,
      inFrame({
        chunk: 'myfile',
        ...showsRecords,
        query: { page: anotherPage, year, month: matching('(1[0-2]|[1-9])') },
        calls: [firstCall(learnReport, {})],
      }),
    ),
    definePage(
      routes.setting,
      inFrame({
        chunk: 'setting',
        ...showsRecords,
        query: {
          view: oneOf([
            'notify',
            'consent',
            'export',
            'close',
            'password',
            'mobile',
            'wechat',
            'factor',
            'devices',
            'identity',
            'facts',
            'unit_facts',
            'profile',
          ]),
        },
        calls: [firstCall(myUnit, {}), firstCall(wechatState, {})],
      }),
    ),
    definePage(
      routes.myorder,
      inFrame({
        chunk: 'order',
        ...showsRecords,
        query: {
          ...readList(orderTabs),
          show: oneOf(['detail', 'cancel', 'refund', 'invoice', 'hide']),
        },
        calls: [firstCall(orderList, { status: 'all', page: 1 })],
      }),
    ),
  ],
});
