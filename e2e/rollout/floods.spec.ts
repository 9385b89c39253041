import { setTimeout as pause } from 'node:timers/promises';
import { courseId } from '@cme/sample/ids';
import { flood, getAs, type Page, percentile, type Wanted } from '../support/floods.ts';
import { expect, test } from '../support/journey.ts';
import {
  arrangeRollout,
  createDifferentRelease,
  expectRollout,
  getAreaStatus,
  restoreArea,
  runRollout,
} from './operator.ts';

const port = Number(process.env.STACK_PORT);
const seconds = Number(process.env.FLOOD_SECONDS ?? 60);
const visitors = 50;
/** The client of all floods, from addresses of its IPv6 network in turn. */
const flooder = (index: number) => `2001:db8:0:9::${(index % 5000).toString(16)}`;

const main = 'cme.localhost';
const course = `/item/course/${courseId('main', 'hand-hygiene')}/detail`;
interface Visited extends Wanted {
  isRendered: boolean;
}
/** What visitors read; all but the pages of a closed site are rendered. */
const visited: Visited[] = [
  { host: main, path: '/', isRendered: true },
  { host: main, path: course, isRendered: true },
  { host: main, path: '/publicneed', isRendered: true },
  { host: main, path: '/news', isRendered: true },
  { host: 'city.localhost', path: '/', isRendered: true },
  { host: 'hospital.localhost', path: '/login', isRendered: false },
  { host: `player.${main}`, path: '/player/none/play', isRendered: true },
  { host: `user.${main}`, path: '/user/learn', isRendered: true },
];

/** What is wrong with a page; empty if it is complete. */
function problemOf({ host, path, isRendered }: Visited, { status, text }: Page): string {
  const block = /id="site">(.*?)<\/script>/s.exec(text)?.[1] ?? '{}';
  const { site } = JSON.parse(block) as { site?: { site_id: string } };
  const problem = [
    status === 200 ? '' : `status ${status} ${status ? '' : text}`,
    site?.site_id ? '' : 'without branding',
    !isRendered || text.includes('id="state"') ? '' : 'an empty shell',
  ]
    .filter(Boolean)
    .join(', ');
  return problem && `${host}${path}: ${problem}`;
}

/** Everybody opens a page each second, each from an address of their own. */
async function visit(forSeconds: number): Promise<{ times: number[]; problems: string[] }> {
  const [times, problems]: [number[], string[]] = [[], []];
  const readPages = async (who: number) => {
    await pause((1000 * who) / visitors);
    for (let index = 0; index < forSeconds; index += 1) {
      const wanted = visited[(who + index) % visited.length] as Visited;
      const page = await getAs(port, `198.51.100.${who + 1}`, wanted);
      times.push(page.ms);
      const problem = problemOf(wanted, page);
      if (problem) problems.push(problem);
      await pause(Math.max(0, 1000 - page.ms));
    }
  };
  await Promise.all(Array.from({ length: visitors }, (_, who) => readPages(who)));
  return { times, problems };
}

const print = (name: string, times: readonly number[]) =>
  console.log(
    `${name}: ${times.length} pages, p50 ${percentile(times, 0.5)} ms, p99 ${percentile(times, 0.99)} ms`,
  );

test('one client floods an edge, and neither visitors nor an operator notice', async () => {
  test.setTimeout(600_000);
  const { stable } = await getAreaStatus('player');
  const release = await createDifferentRelease('player');
  await arrangeRollout({ action: 'start', area: 'player', release, percent: 10 });
  await arrangeRollout({ action: 'promote', area: 'player', force: true });
  expect((await getAreaStatus('player')).stable).toBe(release);
  try {
    const before = await visit(10);
    print('without floods', before.times);
    expect(before.problems).toEqual([]);

    const get = (host: string, path: string, index: number) =>
      getAs(port, flooder(index), { host, path, isHeadOnly: true });
    const floods = Promise.all([
      flood(150, seconds, (index) => get(`r${index}.example`, '/', index)),
      flood(25, seconds, (index) => get(main, `${course}?year=${index}&page=${index}`, index)),
      flood(25, seconds, (index) => get(main, `/item/course/c${index}/detail`, index)),
    ]);
    const visits = visit(seconds);
    await pause((seconds * 1000) / 2);
    expect((await runRollout('status')).code).toBe(0);
    const { said } = await expectRollout('rollback', 'player', '--reason', '有人说播放卡顿');
    const [hosts, queries, addresses] = await floods;
    const { times, problems } = await visits;
    print('beside the floods', times);
    console.log('answers by status, of random hosts, changing queries, unknown courses:');
    console.log([hosts, queries, addresses].map((counts) => JSON.stringify(counts)).join(' '));
    console.log(`rollback followed by every edge after ${said.edges.milliseconds} ms`);
    expect(problems).toEqual([]);
    expect(said.edges.milliseconds).toBeLessThanOrEqual(2000);
    expect((await getAreaStatus('player')).stable).toBe(stable);
    // Changing what a page does not read is no work; asking for ever new pages is. The client that
    // does both may be the one that has to wait for the page to be made anew.
    const asked = Object.values(queries).reduce((sum, count) => sum + count, 0);
    expect(queries[200]).toBeGreaterThan(0.99 * asked);
    expect(addresses[429]).toBeGreaterThan(0);
  } finally {
    await restoreArea('player', stable);
  }
});
