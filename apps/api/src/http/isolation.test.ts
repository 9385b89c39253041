import { login, wirePath } from '@cme/contract';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ask, json } from '../../test/ask.ts';
import { startTestApi, type TestApi } from '../../test/test-api.ts';
import { courses } from '../sample/courses.ts';
import { banners, partners } from '../sample/home.ts';
import { news } from '../sample/news.ts';
import { people } from '../sample/people.ts';
import type { SiteKey } from '../sample/shapes.ts';
import { sites } from '../sample/sites.ts';
import { teachers } from '../sample/teachers.ts';

let api: TestApi;
const tokens = new Map<SiteKey, string>();
beforeAll(async () => {
  api = await startTestApi({ sample: true, now: new Date() });
  for (const key of ['main', 'hospital', 'city'] as const) {
    const person = people.find(({ site, enrolments }) => site === key && enrolments.length > 0)!;
    const { message } = await api.sendForMessage(
      login,
      { login_kind: 'password', account: person.mobile, password: person.password },
      { host: hosts[key] },
    );
    tokens.set(key, message);
  }
}, 120_000);
afterAll(() => api.close());

const hosts = {
  main: 'cme.localhost',
  hospital: 'hospital.localhost',
  city: 'city.localhost',
};
type Asked = keyof typeof hosts;

/** Names and ids that only this site's answers may hold. */
function marks(key: SiteKey): string[] {
  const of = <Row extends { site: SiteKey }>(rows: readonly Row[]) =>
    rows.filter(({ site }) => site === key);
  const site = sites.find((one) => one.key === key)!;
  return [
    site.site_id,
    site.site_name,
    site.slogan,
    ...of(courses).flatMap(({ id, title, chapters }) => [
      id,
      title,
      ...chapters.flatMap(({ chapter_id, sections }) => [
        chapter_id,
        ...sections.map(({ section_id }) => section_id),
      ]),
    ]),
    ...of(news).flatMap(({ id, title }) => [id, title]),
    ...of(banners).flatMap(({ id, title }) => [id, title]),
    ...of(teachers).flatMap(({ teacher_id, photo }) => [teacher_id, photo]),
    ...of(partners).map(({ name }) => name),
    ...of(people).flatMap(({ user_id, real_name, enrolments }) => [
      user_id,
      real_name,
      ...enrolments.map(({ learning_id }) => learning_id),
    ]),
  ];
}

/** The city carries everything that the main site teaches, and nothing else of it. */
function carried(key: SiteKey): string[] {
  if (key !== 'city') return [];
  const teaching = courses.filter(({ site }) => site === 'main');
  const people_ = teachers.filter(({ site }) => site === 'main');
  return [
    ...teaching.flatMap(({ id, title, chapters }) => [
      id,
      title,
      ...chapters.flatMap(({ chapter_id, sections }) => [
        chapter_id,
        ...sections.map(({ section_id }) => section_id),
      ]),
    ]),
    ...people_.flatMap(({ teacher_id, photo }) => [teacher_id, photo]),
  ];
}

function foreignTo(key: SiteKey): string[] {
  const own = new Set([...marks(key), ...carried(key)]);
  return (['main', 'hospital', 'city', 'test'] as const)
    .flatMap(marks)
    .filter((mark) => !own.has(mark));
}

/** Whatever a stranger would point a call at: things of each site. */
function bodies(...of: Asked[]): Record<string, unknown>[] {
  return of.flatMap((key) => {
    const person = people.find(({ site, enrolments }) => site === key && enrolments.length > 0)!;
    const course = courses.find(({ id }) => id === person.enrolments[0]!.course_id)!;
    const [section] = course.chapters.flatMap(({ sections }) => sections);
    return [
      {
        id: course.id,
        course_id: course.id,
        section_id: section!.section_id,
        learning_id: person.enrolments[0]!.learning_id,
        keyword: course.title.slice(0, 2),
      },
    ];
  });
}

const variants: [string, (host: string) => string, (other: string) => Record<string, string>][] = [
  ['as it is', (host) => host, () => ({})],
  ['in upper case', (host) => host.toUpperCase(), () => ({})],
  ['with a trailing dot', (host) => `${host}.`, () => ({})],
  ['with a port', (host) => `${host}:8080`, () => ({})],
  ['in wide letters', (host) => host.replace('h', 'ｈ').replace('c', 'ｃ'), () => ({})],
  ['with blanks', (host) => ` ${host} `, () => ({})],
  [
    'while X-Forwarded-Host says the other',
    (host) => host,
    (other) => ({ 'x-forwarded-host': other, forwarded: `host=${other}` }),
  ],
  [
    'while Origin and Referer say the other',
    (host) => host,
    (other) => ({ origin: `http://${other}:8080`, referer: `http://${other}:8080/` }),
  ],
  ['while Host says the other', (host) => host, (other) => ({ host: `${other}:8080` })],
];
/** Signing out and waiting for news are no reading. */
const aside = new Set(['/qm/api/logout', '/qm/api/session/watch', '/qm/api/user/AreaSelection']);

describe.each([
  ['main', 'hospital'],
  ['hospital', 'main'],
] as const)('nothing of %s appears', (other, key) => {
  test.each(variants)(
    `on ${key}, named %s`,
    async (name, spell, headers) => {
      // Who asks for what is tried in full once; each other spelling with what crosses most.
      const inFull = name === variants[0]![0];
      const foreign = foreignTo(key);
      const seen: string[] = [];
      for (const { call } of api.app.calls.filter((one) => !aside.has(one.call.path))) {
        for (const token of [tokens.get(key)!, tokens.get(other)!, ...(inFull ? [''] : [])]) {
          for (const body of inFull ? bodies(key, other) : bodies(other)) {
            const { status, text } = await ask(api.url + wirePath(call.path), {
              headers: {
                ...json,
                ...(token ? { 'x-token': token } : {}),
                ...headers(hosts[other]),
              },
              body: JSON.stringify({ ...body, full_domain_name: spell(hosts[key]) }),
            });
            expect(status).toBeLessThan(500);
            seen.push(
              ...foreign
                .filter((mark) => text.includes(mark))
                .map((mark) => `${call.path}: ${mark}`),
            );
          }
        }
      }
      expect(seen).toEqual([]);
    },
    120_000,
  );
});
