import type { Browser } from '@playwright/test';
import { login } from '@cme/contract/person';
import { examStart, examIntro, learnList } from '@cme/contract/study';
import { openClient } from '@cme/commons/api-client';
import { fetchAs } from '@cme/commons/api-client/node';
import { checkTarget, median, formatSpread } from '../targets.ts';
import { type LearnersView, visitAs } from './learners-visit.ts';
import type { StaticPages } from './static-pages.ts';

const family = 'cme.localhost';
const learner = { account: '13800000001', password: 'Learner2026' };

/** A signed-in page, and the element that shows that it is interactive. */
interface LearnersPage {
  name: string;
  area: 'player' | 'user';
  path: string;
  usable: string;
  kilobytes: number;
  /** Its own target for the time to interactive in milliseconds. */
  usableIn?: number;
}

/** The browser, and the base URLs of the pages and of their static copies. */
interface Bench {
  browser: Browser;
  home: string;
  plain: string;
  staticServer: StaticPages;
  cpu: number;
  runs: number;
}

/** Measures a signed-in page and a static copy of its content alternately. */
export async function compareLearnersPage(
  { browser, home, plain: staticPages, staticServer, cpu, runs }: Bench,
  token: string,
  page: LearnersPage,
): Promise<void> {
  const { name, area, path, usable, kilobytes, usableIn } = page;
  const url = home.replace('//', `//${area}.`) + path;
  const { html } = await visitAs(browser, token, url, usable, 1);
  const staticCopy = staticPages + createStaticCopy(staticServer, page, html);
  const ownViews: LearnersView[] = [];
  const limit: LearnersView[] = [];
  for (let run = 0; run < runs; run += 1) {
    ownViews.push((await visitAs(browser, token, url, usable, cpu)).view);
    limit.push((await visitAs(browser, '', staticCopy, 'body', cpu)).view);
  }
  const valuesOf = (views: LearnersView[], key: keyof LearnersView) =>
    views.map((view) => view[key]);
  const medianOf = (key: keyof LearnersView) => median(valuesOf(ownViews, key));
  const ownPaints = valuesOf(ownViews, 'paint');
  const least = valuesOf(limit, 'paint');
  const times = median(ownPaints) / median(least);
  const note = `   ${formatSpread(ownPaints)}, static ${formatSpread(least)}`;
  checkTarget(`${name}: largest paint cold, × static`, times, 2, times <= 2, note);
  const usableAt = medianOf('usable');
  const firstCall = medianOf('firstCall');
  const scriptsThere = medianOf('scriptsThere');
  if (usableIn) {
    const range = `   ${formatSpread(valuesOf(ownViews, 'usable'))}`;
    checkTarget(`${name}: can be used, ms`, usableAt, usableIn, usableAt <= usableIn, range);
  }
  const isAhead = firstCall < scriptsThere;
  checkTarget(`${name}: first call, ms; scripts there`, firstCall, scriptsThere, isAhead);
  const size = medianOf('scripts') / 1000;
  checkTarget(`${name}: scripts until then, brotli, kB`, size, kilobytes, size <= kilobytes);
  const segments = medianOf('segments');
  checkTarget(`${name}: pieces of video fetched unasked`, segments, 0, segments === 0);
}

/** The learner, and their pages. */
export async function signInLearner(apiPort: number) {
  const client = { apiBase: `http://127.0.0.1:${apiPort}`, fullDomainName: family };
  const { sendForMessage } = openClient({ ...client, fetch: fetchAs(family) });
  const { message: token } = await sendForMessage(login, { login_kind: 'password', ...learner });
  const { send } = openClient({ ...client, token, fetch: fetchAs(family) });
  const { list } = await send(learnList, { tab: 'all', page: 1 });
  const studyingRow = list.find(({ learn_status }) => learn_status === 'studying');
  const examined = list.find(({ exam_action }) => exam_action === 'can_start');
  if (!studyingRow) throw new Error('the sample has no course under way');
  const pages: LearnersPage[] = [
    {
      name: 'player',
      area: 'player',
      path: `/player/${studyingRow.course.id}/play`,
      usable: '[data-overlay] button:not([disabled])',
      kilobytes: 200,
      usableIn: 2500,
    },
    ...['learn', 'notice', 'myexam', 'order', 'mycertificate'].map((name) => ({
      name,
      area: 'user' as const,
      path: `/user/${name}`,
      usable: 'html[data-started] main:not(:has(.skeleton))',
      kilobytes: 200,
    })),
  ];
  if (examined) {
    const { paper_id } = await send(examIntro, { course_id: examined.course.id });
    const { learning_id } = examined;
    const { score_id } = await send(examStart, { paper_id, learning_id });
    pages.push({
      name: 'exam hall',
      area: 'player',
      path: `/player/${examined.course.id}/exam/online?score_id=${score_id}`,
      usable: '[data-hall] fieldset',
      kilobytes: 200,
      usableIn: 2500,
    });
  }
  return { token, pages };
}

/** Publishes texts and images of a signed-in page as a static copy. */
const createStaticCopy = (
  staticServer: StaticPages,
  { area, path }: LearnersPage,
  html: string,
): string => {
  const address = `/static-copy/${area}${path.split('?')[0]}`;
  staticServer.put(address, html);
  return address;
};
