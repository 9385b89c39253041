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

const ask = <C extends Call>({ path, access }: C, body: BodyOf<C> & object): FirstCall => ({
  path: wirePath(path),
  access,
  body: Object.fromEntries(Object.entries(body).map(([name, value]) => [name, String(value)])),
});

const room = [ask(userInfo, {})];
const framed = [...room, ask(siteConfig, {}), ask(shopplistCount, {})];
const ownClasses = ask(trainingclassList, { mine: 'Y', page: 1, page_size: 10 });

/**
 * By route pattern. Lists appear only in their default state. A call that the page does not make
 * after all is merely wasted.
 */
const firstCalls: Record<string, (id: string) => FirstCall[]> = {
  [routes.play.path]: (id) => [
    ...room,
    ask(playerCourse, { course_id: id }),
    ask(courseDetailCount, { content_type: 'C', id }),
  ],
  [routes.examOnline.path]: () => room,
  [routes.user.path]: () => [...framed, ownClasses],
  [routes.trainingclass.path]: () => [...framed, ownClasses],
  [routes.learn.path]: () => [
    ...framed,
    ask(learnList, { tab: 'all', page: 1 }),
    ask(learnSummary, {}),
    ask(learnCalendar, {}),
  ],
  [routes.myexam.path]: () => [...framed, ask(examList, { tab: 'todo', page: 1 })],
  [routes.mycertificate.path]: () => [
    ...framed,
    ask(creditsSummary, {}),
    ask(certificateList, {}),
    ask(certificateEligibility, {}),
  ],
  [routes.notice.path]: () => [...framed, ask(messageList, { tab: 'all', page: 1 })],
  [routes.collection.path]: () => [...framed, ask(collectionList, { tab: 'all', page: 1 })],
  [routes.myfile.path]: () => [...framed, ask(learnReport, {})],
  [routes.setting.path]: () => [...framed, ask(myUnit, {}), ask(wechatState, {})],
  [routes.myorder.path]: () => [...framed, ask(orderList, { status: 'all', page: 1 })],
};

/** A list opened on another tab or page makes other calls. */
const asksTheSame = (pattern: string, query: string) =>
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
      return asksTheSame(pattern, query)
        ? { restore: ask(sessionRestore, {}), calls: calls(names[1] ?? '').filter(isAsked) }
        : undefined;
  }
  return undefined;
}
