import { wirePath } from '@cme/contract/base';
import { siteLogo } from '@cme/contract/site';
import { login } from '@cme/contract/person';
import { trainingclassDownload, trainingclassResource } from '@cme/contract/study';
import { beforeAll, describe, expect, test } from 'vitest';
import { sendRaw, json } from '../../../../test/ask.ts';
import { startApiForFile } from '../../../../test/api-for-file.ts';
import { courses } from '@cme/sample/courses';
import { banners, partners } from '@cme/sample/home';
import { news } from '@cme/sample/news';
import { people } from '@cme/sample/people';
import type { SiteKey } from '@cme/sample/shapes';
import { sites } from '@cme/sample/sites';
import { teachers } from '@cme/sample/teachers';
import { trainingClasses } from '@cme/sample/training-classes';

const api = await startApiForFile({ sample: true, now: new Date() });
const tokens = new Map<SiteKey, string>();
beforeAll(async () => {
  for (const key of ['main', 'hospital', 'city'] as const) {
    const person = people.find(({ site, enrolments }) => site === key && enrolments.length > 0)!;
    const { message } = await api.sendForMessage(
      login,
      { login_kind: 'password', account: person.mobile, password: person.password },
      { host: hosts[key] },
    );
    tokens.set(key, message);
  }
});

const hosts = {
  main: 'cme.localhost',
  hospital: 'hospital.localhost',
  city: 'city.localhost',
  opening: 'opening.localhost',
};
type Asked = keyof typeof hosts;

/** Names and ids that only this site's responses may contain. */
function marks(key: SiteKey): string[] {
  const bySite = <Row extends { site: SiteKey }>(rows: readonly Row[]) =>
    rows.filter(({ site }) => site === key);
  const site = sites.find((site) => site.key === key)!;
  return [
    site.site_id,
    site.site_name,
    site.slogan,
    site.site_logo,
    site.circle_logo,
    ...bySite(courses).flatMap(({ id, title, chapters }) => [
      id,
      title,
      ...chapters.flatMap(({ chapter_id, sections }) => [
        chapter_id,
        ...sections.map(({ section_id }) => section_id),
      ]),
    ]),
    ...bySite(news).flatMap(({ id, title }) => [id, title]),
    ...bySite(banners).flatMap(({ id, title }) => [id, title]),
    ...bySite(teachers).flatMap(({ teacher_id, photo }) => [teacher_id, photo]),
    ...bySite(partners).map(({ name }) => name),
    ...bySite(trainingClasses).map(({ id }) => id),
    ...bySite(people).flatMap(({ user_id, real_name, enrolments }) => [
      user_id,
      real_name,
      ...enrolments.map(({ learning_id }) => learning_id),
    ]),
  ];
}

/** The city site carries all of the main site's courses, but nothing else of it. */
function carried(key: SiteKey): string[] {
  if (key !== 'city') return [];
  const teaching = courses.filter(({ site }) => site === 'main');
  const mainTeachers = teachers.filter(({ site }) => site === 'main');
  return [
    ...teaching.flatMap(({ id, title, chapters }) => [
      id,
      title,
      ...chapters.flatMap(({ chapter_id, sections }) => [
        chapter_id,
        ...sections.map(({ section_id }) => section_id),
      ]),
    ]),
    ...trainingClasses.map(({ id }) => id),
    ...mainTeachers.flatMap(({ teacher_id, photo, unit }) => [teacher_id, photo, unit]),
  ];
}

function foreignTo(key: SiteKey): string[] {
  // A partner's name may be part of a teacher's unit.
  const own = [...marks(key), ...carried(key)].join('\n');
  return (['main', 'hospital', 'city', 'opening', 'test'] as const)
    .flatMap(marks)
    .filter((mark) => !own.includes(mark));
}

/** Ids of that site for a call's body. A site that has not begun has none. */
function newBody(key: Asked): Record<string, unknown> {
  const person = people.find(({ site, enrolments }) => site === key && enrolments.length > 0);
  const course = courses.find(({ id }) => id === person?.enrolments[0]?.course_id);
  if (!person || !course) return { id: 'none', keyword: '医' };
  const [section] = course.chapters.flatMap(({ sections }) => sections);
  return {
    id: course.id,
    course_id: course.id,
    section_id: section!.section_id,
    learning_id: person.enrolments[0]!.learning_id,
    class_id: trainingClasses.find(({ site }) => site === key)?.id ?? course.id,
    keyword: course.title.slice(0, 2),
  };
}

/** Signing out and long polling are not reads. */
const aside = new Set(['/qm/api/logout', '/qm/api/session/watch', '/qm/api/user/AreaSelection']);
const calls = () => api.app.calls.filter(({ call }) => !aside.has(call.path));

interface Question {
  key: Asked;
  domain: string;
  token: string | undefined;
  body: Record<string, unknown>;
  headers?: Record<string, string>;
}

/**
 * Calls whose response contains data of another site. A few at a time: most of the time is waiting.
 */
async function leaks(some: ReturnType<typeof calls>, question: Question): Promise<string[]> {
  const foreign = foreignTo(question.key);
  const seen: string[] = [];
  const left = [...some];
  const work = async () => {
    for (let next = left.shift(); next; next = left.shift()) {
      const { path } = next.call;
      const { status, text } = await sendRaw(api.url + wirePath(path), {
        headers: {
          ...json,
          ...(question.token ? { 'x-token': question.token } : {}),
          ...question.headers,
        },
        body: JSON.stringify({ ...question.body, full_domain_name: question.domain }),
      });
      expect(status, path).toBeLessThan(500);
      seen.push(...foreign.filter((mark) => text.includes(mark)).map((mark) => `${path}: ${mark}`));
    }
  };
  await Promise.all(Array.from({ length: 4 }, work));
  return seen;
}

/**
 * Which site's data is looked for on which site; `site-rule.test.ts` shows that a site that has not
 * begun answers nothing.
 */
const pairs: [other: Asked, key: Asked][] = [
  ['hospital', 'main'],
  ['main', 'hospital'],
  ['city', 'main'],
  ['main', 'city'],
  ['city', 'hospital'],
  ['hospital', 'city'],
  ['hospital', 'opening'],
];

test.each(pairs)(
  "no call on %s's data leaks it to %s",
  async (other, key) => {
    const at = { key, domain: hosts[key], body: newBody(other) };
    expect(await leaks(calls(), { ...at, token: tokens.get(key) })).toEqual([]);
  },
  120_000,
);

test.each([
  ['hospital', 'main'],
  ['main', 'hospital'],
  ['main', 'city'],
] as const)(
  'a session of %s is not valid on %s, and people see nothing of other sites at home',
  async (other, key) => {
    const at = { key, domain: hosts[key] };
    const abroad = { ...at, token: tokens.get(other), body: newBody(other) };
    expect(await leaks(calls(), abroad)).toEqual([]);
    expect(await leaks(calls(), { ...at, token: undefined, body: newBody(key) })).toEqual([]);
  },
  120_000,
);

/**
 * Spellings of a site's name: all calls resolve them alike (`site-rule.test.ts`), so one call of
 * each kind is enough.
 */
const spellings: [string, (host: string) => string, (other: string) => Record<string, string>][] = [
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
const kinds = [
  '/qm/api/home/index',
  '/qm/api/content/list',
  '/qm/api/content/detail',
  '/qm/api/search/index',
  '/qm/api/learn/list',
  '/qm/api/player/enter',
];

test.each(spellings)(
  'a site named %s gives no access to another',
  async (_, spell, headers) => {
    const some = calls().filter(({ call }) => kinds.includes(call.path));
    expect(some.length).toBe(kinds.length);
    for (const [other, key] of pairs.slice(0, 4))
      for (const token of [tokens.get(key), tokens.get(other)])
        expect(
          await leaks(some, {
            key,
            domain: spell(hosts[key]),
            token,
            body: newBody(other),
            headers: headers(hosts[other]),
          }),
        ).toEqual([]);
  },
  60_000,
);

describe('files', () => {
  const get = (path: string, host: string) =>
    sendRaw(new URL(path, api.url).href, { method: 'GET', headers: { host } });

  test('pictures of a site carry no session, and are named by that site only', async () => {
    for (const host of Object.values(hosts)) {
      const { site_logo, circle_logo } = await api.send(siteLogo, {}, { host });
      for (const path of [site_logo, circle_logo]) {
        const { status, headers } = await get(path, host);
        expect([status, headers['set-cookie']], `${host} ${path}`).toEqual([200, undefined]);
        expect(headers['content-security-policy']).toContain('sandbox');
      }
    }
  });

  test('a handout opens with its pass, but not for people of another site', async () => {
    const { id: class_id } = trainingClasses.find(({ handouts }) =>
      handouts.some(({ members_only }) => members_only === 'N'),
    )!;
    const host = hosts.main;
    const { list } = await api.send(trainingclassResource, { class_id }, { host });
    const { id } = list.find(({ can_open }) => can_open === 'Y')!;
    const { url } = await api.send(trainingclassDownload, { class_id, id }, { host });
    for (const key of ['hospital', 'city'] as const)
      await expect(
        api.send(
          trainingclassDownload,
          { class_id, id },
          { host: hosts[key], token: tokens.get(key)! },
        ),
      ).rejects.toMatchObject({ code: expect.stringMatching(/not_found|site_closed/) as string });
    const [pass = '', file = ''] = new URL(url).pathname.split('/').slice(-2);
    const opened = (path: string) => get(path, new URL(url).host).then(({ status }) => status);
    expect(await opened(`/qm/file/${pass}/${file}`)).toBe(200);
    expect(await opened(`/qm/file/${pass}/${list.at(-1)!.id}x`)).toBeGreaterThanOrEqual(400);
    expect(await opened(`/qm/file/${pass.slice(0, -2)}xx/${file}`)).toBeGreaterThanOrEqual(400);
  });
});
