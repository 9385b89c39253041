import type { Browser } from '@playwright/test';
import { examStart, examIntro, learnList, login } from '@cme/contract';
import { openClient } from '@cme/commons/api-client';
import { fetchAs } from '@cme/commons/api-client/node';
import { checkTarget, median, spread } from './targets.ts';
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
  { browser, home, plain, staticServer, cpu, runs }: Bench,
  token: string,
  wanted: LearnersPage,
): Promise<void> {
  const { name, area, path, usable, kilobytes, usableIn } = wanted;
  const url = home.replace('//', `//${area}.`) + path;
  const { html } = await visitAs(browser, token, url, usable, 1);
  const staticCopy = plain + staticCopyOf(staticServer, wanted, html);
  const ours: LearnersView[] = [];
  const limit: LearnersView[] = [];
  for (let run = 0; run < runs; run += 1) {
    ours.push((await visitAs(browser, token, url, usable, cpu)).view);
    limit.push((await visitAs(browser, '', staticCopy, 'body', cpu)).view);
  }
  const all = (views: LearnersView[], key: keyof LearnersView) => views.map((view) => view[key]);
  const of = (key: keyof LearnersView) => median(all(ours, key));
  const own = all(ours, 'paint');
  const least = all(limit, 'paint');
  const times = median(own) / median(least);
  const note = `   ${spread(own)}, static ${spread(least)}`;
  checkTarget(`${name}: largest paint cold, × static`, times, 2, times <= 2, note);
  const usableAt = of('usable');
  const firstCall = of('firstCall');
  const scriptsThere = of('scriptsThere');
  if (usableIn) {
    const range = `   ${spread(all(ours, 'usable'))}`;
    checkTarget(`${name}: can be used, ms`, usableAt, usableIn, usableAt <= usableIn, range);
  }
  const isAhead = firstCall < scriptsThere;
  checkTarget(`${name}: first call, ms; scripts there`, firstCall, scriptsThere, isAhead);
  const size = of('scripts') / 1000;
  checkTarget(`${name}: scripts until then, brotli, kB`, size, kilobytes, size <= kilobytes);
  const segments = of('segments');
  checkTarget(`${name}: pieces of video fetched unasked`, segments, 0, segments === 0);
}

/** The learner, and their pages. */
export async function openLearner(apiPort: number) {
  const client = { apiBase: `http://127.0.0.1:${apiPort}`, fullDomainName: family };
  const { sendForMessage } = openClient({ ...client, fetch: fetchAs(family) });
  const { message: token } = await sendForMessage(login, { login_kind: 'password', ...learner });
  const { send } = openClient({ ...client, token, fetch: fetchAs(family) });
  const { list } = await send(learnList, { tab: 'all', page: 1 });
  const studied = list.find(({ learn_status }) => learn_status === 'studying');
  const examined = list.find(({ exam_action }) => exam_action === 'can_start');
  if (!studied) throw new Error('the sample has no course under way');
  const pages: LearnersPage[] = [
    {
      name: 'player',
      area: 'player',
      path: `/player/${studied.course.id}/play`,
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
const staticCopyOf = (
  staticServer: StaticPages,
  { area, path }: LearnersPage,
  html: string,
): string => {
  const address = `/static-copy/${area}${path.split('?')[0]}`;
  staticServer.put(address, html);
  return address;
};
