import { siteLogo } from '@cme/contract/site';
import { topNoticeCount } from '@cme/contract/person';
import { contentList } from '@cme/contract/content';
import { learnSummary } from '@cme/contract/study';
import { sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { sendRaw, form } from '../../../test/ask.ts';
import { startTestApi } from '../../../test/test-api.ts';
import { signedInPerson } from '../../../test/people.ts';

test('an internal error returns an id, and its cause appears only in the log', async () => {
  const api = await startTestApi();
  const { token, mobile } = await signedInPerson(api, 7);
  await api.db.execute(sql`alter table message rename to hidden_away`);
  const { status, text } = await sendRaw(`${api.url}/qm/api/v5/message/top_notice_count`, {
    headers: { ...form, 'x-token': token },
    body: 'full_domain_name=cme.localhost&secret=13800001234',
  });
  const { data, message, ...rest } = JSON.parse(text) as { data: { id: string }; message: string };
  expect([status, rest]).toEqual([500, { isSuccess: false, statusCode: 500 }]);
  expect(message).toContain(data.id);
  expect(text).not.toMatch(/hidden_away|relation|select|\.ts|stack|1\.0\.0/);
  expect(api.logged()).toContain(data.id);
  expect(api.logged()).toContain('relation');
  for (const secret of [token, mobile, '13800001234', 'Learner2026', 'full_domain_name'])
    expect(api.logged()).not.toContain(secret);
  await expect(api.send(topNoticeCount, {}, { token })).rejects.toMatchObject({
    statusCode: 500,
  });
  await api.close();
});

test('an unavailable database is reported as temporary', async () => {
  const api = await startTestApi();
  await api.send(siteLogo, {});
  await api.context.jobs.stop();
  await api.closeDatabase();
  const { status, text } = await sendRaw(`${api.url}/qm/api/v5/site/logo`, {
    headers: form,
    body: 'full_domain_name=cme.localhost',
  });
  expect([status, JSON.parse(text)]).toMatchObject([
    503,
    { isSuccess: false, statusCode: 503, message: '系统繁忙，请稍后再试' },
  ]);
  const health = await fetch(`${api.url}/healthz`);
  expect([health.status, await health.json()]).toMatchObject([
    503,
    { status: 'down', database: { status: 'down' } },
  ]);
  await api.close();
});

test("too many requests from one network are refused in the envelope; a trusted proxy's header identifies the address, a client's does not", async () => {
  const api = await startTestApi({ settings: { rateLimit: 5 } });
  const from = (address: string) =>
    sendRaw(`${api.url}/qm/api/v5/site/logo`, {
      headers: { ...form, 'x-forwarded-for': address },
      body: 'full_domain_name=cme.localhost',
    });
  for (let index = 0; index < 100; index += 1)
    expect((await from(`10.0.0.${index}, 192.0.2.1`)).status).toBe(index < 5 ? 200 : 429);
  const { status, text, headers } = await from('10.9.9.9, 192.0.2.1');
  expect([status, JSON.parse(text), headers['retry-after']]).toEqual([
    429,
    {
      isSuccess: false,
      statusCode: 429,
      message: '操作过于频繁，请稍后再试',
      data: { code: 'rate_limited' },
    },
    expect.any(String),
  ]);
  expect((await from('192.0.2.2')).status).toBe(200);
  expect((await fetch(`${api.url}/healthz`)).status).toBe(200);
  await api.close();
});

test('the first invalid field determines the message', async () => {
  const api = await startTestApi();
  const fetchRefusal = async (path: string, body: string) =>
    JSON.parse(
      (
        await sendRaw(api.url + path, {
          headers: form,
          body: `full_domain_name=cme.localhost&${body}`,
        })
      ).text,
    ) as unknown;
  expect(
    await fetchRefusal('/qm/api/v5/login/sms_code', 'mobile=1280000&scene=login'),
  ).toMatchObject({
    statusCode: 400,
    message: '请输入正确的手机号码',
    data: { field: 'mobile' },
  });
  expect(await fetchRefusal('/qm/api/v5/content/list', 'page_size=1000')).toMatchObject({
    statusCode: 400,
    message: '提交的内容不正确，请检查后重试',
    data: { code: 'bad_request', field: 'page_size' },
  });
  await expect(api.send(contentList, { page: 0 })).rejects.toMatchObject({
    statusCode: 400,
    code: 'bad_request',
  });
  await expect(api.send(learnSummary, {})).rejects.toMatchObject({ statusCode: 401 });
  await api.close();
});
