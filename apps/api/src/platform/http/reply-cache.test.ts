import { contentList } from '@cme/contract/content';
import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { sendRaw, form } from '../../../test/ask.ts';
import { startApiForFile } from '../../../test/api-for-file.ts';
import { newCourse, newLearner } from '../../../test/learner.ts';
import { userSession } from '../../person/identity/identity.tables.ts';

const api = await startApiForFile({ settings: { listCacheMs: 60_000, siteCacheMs: 60_000 } });

const list = (host: string, body: string, headers = {}) =>
  sendRaw(`${api.url}/qm/api/v5/content/list`, { headers: { ...form, host, ...headers }, body });
const titles = async (reply: ReturnType<typeof list>) =>
  contentList.data.parse(JSON.parse((await reply).text).data).list.map(({ title }) => title);

test('a list that many request alike is computed once per site', async () => {
  await newCourse(api, { title: '感染防控' });
  await newCourse(api, { title: '测试课程', site: 'test' });
  const body = (domain: string, size = 24) => `full_domain_name=${domain}&page_size=${size}`;
  const read = async (size?: number) => [
    await titles(list('api.cme.localhost', body('cme.localhost', size))),
    await titles(list('api.cme.localhost', body('localhost', size))),
  ];
  expect(await read()).toEqual([['感染防控'], ['测试课程']]);
  await newCourse(api, { title: '测试新课', site: 'test' });
  for (const _ of [1, 2]) expect(await read()).toEqual([['感染防控'], ['测试课程']]);
  expect((await read(23))[1]).toHaveLength(2);
});

test("a closed site's list requires sign-in, also when it has just been cached", async () => {
  await newCourse(api, { title: '院内培训', site: 'hospital' });
  const { token } = await newLearner(api, 'hospital', 'hospital.localhost');
  const body = 'full_domain_name=hospital.localhost&page_size=24';
  for (const _ of [1, 2, 3]) {
    expect(await titles(list('hospital.localhost', body, { 'x-token': token }))).toEqual([
      '院内培训',
    ]);
    expect(JSON.parse((await list('hospital.localhost', body)).text)).toMatchObject({
      isSuccess: false,
      statusCode: 460,
    });
  }
});

test('a learner who only reads lists stays signed in', async () => {
  const { token, user_id } = await newLearner(api);
  const seen = async () =>
    (
      await api.db.select().from(userSession).where(eq(userSession.user_id, user_id))
    )[0]!.seen_at.getTime();
  const before = await seen();
  for (const headers of [{}, {}, { 'x-token': token }]) {
    expect(await seen()).toBe(before);
    api.clock.pass(5 * 60_000);
    await list('cme.localhost', 'full_domain_name=cme.localhost&page_size=21', headers);
  }
  expect(await seen()).toBeGreaterThan(before);
});

test('a refusal is repeated, and a site does not get the cached reply of another', async () => {
  for (const _ of [1, 2])
    expect(JSON.parse((await list('cme.localhost', 'page_size=9999')).text)).toMatchObject({
      isSuccess: false,
      statusCode: 400,
    });
  const named = 'full_domain_name=cme.localhost&page_size=22';
  expect((await titles(list('cme.localhost', named))).length).toBe(1);
  expect(JSON.parse((await list('hospital.localhost', named)).text)).toMatchObject({
    isSuccess: false,
    data: { code: 'site_mismatch' },
  });
});
