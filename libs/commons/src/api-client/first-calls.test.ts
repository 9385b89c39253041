// @vitest-environment happy-dom
// @vitest-environment-options {"url": "http://player.cme.localhost:8080/", "settings": {"fetch": {"disableSameOriginPolicy": true}}}
import { signedIn } from '@cme/commons/auth-token';
import type { FirstCall } from '@cme/contract/site/pages';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { ok, openApi, refused, type Api } from '../../test/api.ts';
import { mainPage, show } from '../../test/page-block.ts';
import { takeFirstAnswer } from './first-answers.ts';
import { makeFirstCalls } from './first-calls.ts';

const restore: FirstCall = { path: '/restore', access: 'public', body: {} };
const config: FirstCall = { path: '/config', access: 'public', body: {} };
const attempt: FirstCall = {
  path: '/attempt',
  access: 'learner',
  body: { score_id: { query: 'score_id' } },
  opens: true,
};
const course: FirstCall = {
  path: '/course',
  access: 'learner',
  body: { course_id: 'C1' },
  next: {
    path: '/enter',
    access: 'learner',
    body: { section_id: { query: 'section', field: 'start_section_id' }, force: 'N' },
    opens: true,
  },
};
const holders: Record<symbol, unknown> = globalThis as Record<symbol, unknown>;
const kept = () => holders[Symbol.for('cme.first.1')] as Map<string, { answer: Promise<unknown> }>;
let api: Api;

/** The DOM of these tests cannot copy a response that is still arriving. */
const sendOverHttp = globalThis.fetch;
vi.stubGlobal('fetch', async (...asked: Parameters<typeof fetch>) => {
  const response = await sendOverHttp(...asked);
  return new Response(await response.text(), response);
});

beforeEach(async () => {
  delete holders[Symbol.for('cme.session.1')];
  delete holders[Symbol.for('cme.first.1')];
  localStorage.clear();
  api = await openApi();
  api.tell(course.path, ok({ start_section_id: 'S2' }));
  for (const { path } of [attempt, config, { path: '/enter' }]) api.tell(path, ok({}));
  show(mainPage({ addresses: { api: api.url, console: '', content: '' } }));
  setSearch('');
});
afterEach(() => {
  api.close();
  Reflect.deleteProperty(document, 'prerendering');
  document.cookie = 'cme_signed=; max-age=0';
});

const setSearch = (search: string) => history.replaceState(null, '', `/player/C1/play${search}`);
const setPrerendering = () =>
  Object.defineProperty(document, 'prerendering', { value: true, configurable: true });

/** Makes the calls, and resolves once everything that follows them is under way. */
async function make(...calls: FirstCall[]): Promise<string[]> {
  makeFirstCalls({ restore, calls });
  let known = -1;
  while (known !== (kept()?.size ?? 0)) {
    known = kept()?.size ?? 0;
    await Promise.all([...(kept()?.values() ?? [])].map(({ answer }) => answer));
  }
  return api.asked.map(({ path, body }) => `${path} ${body}`);
}

it('opens the attempt that the URL names, and keeps the answer for the API client', async () => {
  signedIn('T1');
  setSearch('?score_id=A1');
  expect(await make(attempt)).toEqual(['/attempt score_id=A1&full_domain_name=cme.localhost']);
  expect(api.asked[0]?.headers).toMatchObject({ 'x-token': 'T1', 'x-cme-contract': '1' });
  const body = new URLSearchParams({ score_id: 'A1', full_domain_name: 'cme.localhost' });
  const url = new URL('/attempt', api.url);
  expect(await takeFirstAnswer({ url, body, token: 'T2' })).toBeUndefined();
  expect((await takeFirstAnswer({ url, body, token: 'T1' }))?.response.status).toBe(200);
});

it.each([
  ['the section of the URL', '?section=S9', 'S9'],
  ['the section that the course names', '', 'S2'],
])('enters %s after the course', async (_, search, section) => {
  signedIn('T1');
  setSearch(search);
  expect(await make(course)).toEqual([
    '/course course_id=C1&full_domain_name=cme.localhost',
    `/enter section_id=${section}&force=N&full_domain_name=cme.localhost`,
  ]);
});

it('enters nothing when the course is refused or names no section', async () => {
  signedIn('T1');
  api.tell(course.path, ok({ start_section_id: '' }));
  expect(await make(course)).toHaveLength(1);
  api.tell(course.path, refused(403, '不可学习'));
  setSearch('?section=S9');
  expect(await make(course)).toHaveLength(2);
});

it('opens nothing on a prerendered page', async () => {
  signedIn('T1');
  setPrerendering();
  setSearch('?score_id=A1&section=S9');
  expect((await make(attempt, course)).map((asked) => asked.split(' ')[0])).toEqual(['/course']);
});

it("makes personal calls with the family's session where this origin has none of its own", async () => {
  document.cookie = 'cme_signed=1';
  api.tell(restore.path, ok({ restored: 'Y' }, 'T9'));
  await make(config, course);
  expect(api.asked.map(({ path }) => path)).toEqual(['/config', '/restore', '/course', '/enter']);
  expect(api.askedFor('/restore')[0]?.headers).toMatchObject({ 'x-cme-restore': '1' });
  expect(api.askedFor('/course')[0]?.headers).toMatchObject({ 'x-token': 'T9' });
});

it.each([
  ['nobody is signed in', () => undefined],
  [
    'the page is prerendered',
    () => {
      document.cookie = 'cme_signed=1';
      setPrerendering();
    },
  ],
])('makes public calls only while %s', async (_, prepare) => {
  prepare();
  await make(config, course);
  expect(api.asked.map(({ path }) => path)).toEqual(['/config']);
});
