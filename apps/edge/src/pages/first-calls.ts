import { routes } from '@cme/commons/route-links';
import {
  type Access,
  type BodyOf,
  type Call,
  certificateEligibility,
  certificateList,
  collectionList,
  courseDetailCount,
  creditsSummary,
  examList,
  learnCalendar,
  learnList,
  learnReport,
  learnSummary,
  messageList,
  myUnit,
  orderList,
  playerCourse,
  sessionRestore,
  shopplistCount,
  siteConfig,
  trainingclassList,
  userInfo,
  wechatState,
  wirePath,
} from '@cme/contract';

interface FirstCall {
  path: string;
  access: Access;
  body: Record<string, string>;
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

const sessionCalls = [firstCall(userInfo, {})];
const frameCalls = [...sessionCalls, firstCall(siteConfig, {}), firstCall(shopplistCount, {})];
const myClasses = firstCall(trainingclassList, { mine: 'Y', page: 1, page_size: 10 });

/**
 * By route pattern. Lists appear only in their default state. A call that the page does not make
 * after all is merely wasted.
 */
const firstCalls: Record<string, (id: string) => FirstCall[]> = {
  [routes.play.path]: (id) => [
    ...sessionCalls,
    firstCall(playerCourse, { course_id: id }),
    firstCall(courseDetailCount, { content_type: 'C', id }),
  ],
  [routes.examOnline.path]: () => sessionCalls,
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
    if (names)
      return isSameQuery(pattern, query)
        ? { restore: firstCall(sessionRestore, {}), calls: calls(names[1] ?? '').filter(isAsked) }
        : undefined;
  }
  return undefined;
}
