import { routes } from '@cme/commons/route-links';
import { type Access, type BodyOf, type Call, wirePath } from '@cme/contract/base';
import { siteConfig } from '@cme/contract/site';
import { messageList, myUnit, sessionRestore, userInfo, wechatState } from '@cme/contract/person';
import { collectionList, courseDetailCount } from '@cme/contract/content';
import {
  examAttempt,
  examIntro,
  examList,
  learnCalendar,
  learnList,
  learnReport,
  learnSummary,
  playerCourse,
  playerEnter,
  trainingclassList,
} from '@cme/contract/study';
import { certificateEligibility, certificateList, creditsSummary } from '@cme/contract/credits';
import { orderList, shopplistCount } from '@cme/contract/payment';

interface FirstCall {
  path: string;
  access: Access;
  body: Record<string, string>;
  /** Opens something for this page alone, so a prerendered page does not make it. */
  opens?: true;
  /** A field of the body: this parameter of the URL, otherwise a field of the response before. */
  fill?: { name: string; param: string; from?: string };
  /** Made once this one was answered. */
  next?: FirstCall;
}

/**
 * Calls that a page makes as soon as its scripts run, so that `browser/first.js` can make them
 * earlier.
 */
export interface FirstCalls {
  restore: FirstCall;
  calls: FirstCall[];
}

const firstCall = <C extends Call>({ path, access }: C, body: BodyOf<C> & object): FirstCall => ({
  path: wirePath(path),
  access,
  body: Object.fromEntries(Object.entries(body).map(([name, value]) => [name, String(value)])),
});

/**
 * The course, then its section: the one in the URL, otherwise the one that the course names. A page
 * that was reloaded has sent its last beat by then.
 */
const studyCalls =
  (content_type: 'C' | 'L') =>
  (id: string): FirstCall[] => [
    ...sessionCalls,
    {
      ...firstCall(playerCourse, { course_id: id }),
      next: {
        ...firstCall(playerEnter, { section_id: '', force: 'N' }),
        opens: true,
        fill: { name: 'section_id', param: 'section', from: 'start_section_id' },
      },
    },
    firstCall(courseDetailCount, { content_type, id }),
  ];

/** The attempt of the URL, otherwise the introduction. */
const examCalls = (course_id: string, query: string): FirstCall[] => [
  ...sessionCalls,
  new URLSearchParams(query).has('score_id')
    ? {
        ...firstCall(examAttempt, { score_id: '' }),
        opens: true,
        fill: { name: 'score_id', param: 'score_id' },
      }
    : firstCall(examIntro, { course_id }),
];

const sessionCalls = [firstCall(userInfo, {})];
const frameCalls = [...sessionCalls, firstCall(siteConfig, {}), firstCall(shopplistCount, {})];
const myClasses = firstCall(trainingclassList, { mine: 'Y', page: 1, page_size: 10 });

/**
 * By route pattern. Lists appear only in their default state. A call that the page does not make
 * after all is merely wasted.
 */
const firstCalls: Record<string, (id: string, query: string) => FirstCall[]> = {
  [routes.play.path]: studyCalls('C'),
  [routes.playback.path]: studyCalls('L'),
  [routes.examOnline.path]: examCalls,
  [routes.user.path]: () => [...frameCalls, myClasses],
  [routes.trainingclass.path]: () => [...frameCalls, myClasses],
  [routes.learn.path]: () => [
    ...frameCalls,
    firstCall(learnList, { tab: 'all', page: 1 }),
    firstCall(learnSummary, {}),
    firstCall(learnCalendar, {}),
  ],
  [routes.myexam.path]: () => [...frameCalls, firstCall(examList, { tab: 'todo', page: 1 })],
  [routes.mycertificate.path]: () => [
    ...frameCalls,
    firstCall(creditsSummary, {}),
    firstCall(certificateList, {}),
    firstCall(certificateEligibility, {}),
  ],
  [routes.notice.path]: () => [...frameCalls, firstCall(messageList, { tab: 'all', page: 1 })],
  [routes.collection.path]: () => [
    ...frameCalls,
    firstCall(collectionList, { tab: 'all', page: 1 }),
  ],
  [routes.myfile.path]: () => [...frameCalls, firstCall(learnReport, {})],
  [routes.setting.path]: () => [...frameCalls, firstCall(myUnit, {}), firstCall(wechatState, {})],
  [routes.myorder.path]: () => [...frameCalls, firstCall(orderList, { status: 'all', page: 1 })],
};

/** A list opened on another tab or page makes other calls. */
const isSameQuery = (pattern: string, query: string) =>
  query === '' || pattern.startsWith('/player/');

/**
 * First calls of an address for a signed-in learner. A rendered page already contains everything
 * that is not personal.
 */
export function firstCallsOf(address: string, isRendered = false): FirstCalls | undefined {
  const [path = '', query = ''] = address.split('?', 2);
  const isAsked = ({ access }: FirstCall) => !isRendered || access !== 'public';
  for (const [pattern, calls] of Object.entries(firstCalls)) {
    const names = new RegExp(`^${pattern.replace(/:\w+/g, '(\\w+)')}/?$`).exec(path);
    if (names && !isSameQuery(pattern, query)) return undefined;
    if (names)
      return {
        restore: firstCall(sessionRestore, {}),
        calls: calls(names[1] ?? '', query).filter(isAsked),
      };
  }
  return undefined;
}
