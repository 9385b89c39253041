import {
  certificateDownload,
  certificateList,
  certificateVerify,
  creditsSummary,
} from '@cme/contract/credits';
import { type Call, wirePath } from '@cme/contract/base';
import { invoiceList, orderCreate, orderList, shopplistAdd } from '@cme/contract/payment';
import { exportState, login, userInfo } from '@cme/contract/person';
import { siteLogo } from '@cme/contract/site';
import { learnExtend, learnHide, learnJoin, learnList } from '@cme/contract/study';
import { eq } from 'drizzle-orm';
import { beforeAll, describe, expect, it } from 'vitest';
import { startApiForFile } from '../../../test/api-for-file.ts';
import { form, sendRaw } from '../../../test/ask.ts';
import { people } from '@cme/sample/people';
import { refusal, refusalMessage } from '../../../test/refusal.ts';
import { signInAgain } from '../../../test/learner.ts';
import { isRecordCall, recordsUntil } from './ended.rules.ts';
import { site } from './site.tables.ts';

const api = await startApiForFile({ sample: true });
const person = people.find(({ key }) => key === 'ended-nurse')!;
const host = 'ended.localhost';
let learner: { token: string; host: string };
beforeAll(async () => {
  const { message } = await api.sendForMessage(
    login,
    { login_kind: 'password', account: person.mobile, password: person.password },
    { host },
  );
  learner = { token: message, host };
});

describe('a site whose service has ended', () => {
  it('signs its learners in and shows certificates, records, orders, invoices', async () => {
    expect((await api.send(userInfo, {}, learner)).real_name).toBe(person.real_name);
    const { list } = await api.send(certificateList, {}, learner);
    expect(list.length).toBeGreaterThan(0);
    const { url } = await api.send(certificateDownload, { cert_no: list[0]!.cert_no }, learner);
    expect(url).toBeTruthy();
    expect((await api.send(learnList, {}, learner)).list).toHaveLength(2);
    expect((await api.send(creditsSummary, {}, learner)).year).toBeGreaterThan(2020);
    await api.send(orderList, {}, learner);
    await api.send(invoiceList, {}, learner);
    await api.send(exportState, {}, learner);
  });

  it('refuses every other call with one sentence', async () => {
    const said = new Set<string>();
    for (const { call, options } of api.app.calls) {
      if (isRecordCall(call) || options.anySite) continue;
      const { text } = await sendRaw(api.url + wirePath(call.path), {
        headers: { ...form, 'x-token': learner.token },
        body: `full_domain_name=${host}`,
      });
      const { message, data } = JSON.parse(text) as { message: string; data?: { code?: string } };
      said.add(`${data?.code} ${message}`);
    }
    expect([...said]).toEqual([
      'site_closed 本站服务已结束，只能查阅、下载和导出已有的证书、学习记录、订单与发票，不能办理其他业务',
    ]);
  });

  it.each<[Call, object]>([
    [learnJoin, { id: 'x' }],
    [learnExtend, { learning_id: 'x', reason: '夜班较多未能学完' }],
    [learnHide, { learning_id: 'x', hidden: 'Y' }],
    [shopplistAdd, { id: 'x' }],
    [orderCreate, { item: { content_type: 'C', id: 'x' }, seen_amount: '1.00', request_id: 'x' }],
  ])('writes nothing: %o', async (call, body) => {
    expect(await refusal(api.send(call, body as never, learner))).toBe('site_closed');
  });

  it('says until when, counts the years of the site, and then shows nothing', async () => {
    const logo = () => api.send(siteLogo, {}, { host });
    const [row] = await api.db.select().from(site).where(eq(site.domain, host));
    const until = recordsUntil(row!, api.clock.now())!;
    expect(until.getUTCFullYear() - row!.ended_at!.getUTCFullYear()).toBe(30);
    expect((await logo()).records_until).toMatch(new RegExp(`^${until.getUTCFullYear()}-`));
    api.clock.set(new Date(until.getTime() + 1000));
    const again = {
      token: await signInAgain(api, { user_id: person.user_id, site_id: row!.site_id }),
      host,
    };
    expect((await logo()).records_until).toBe(undefined);
    expect(await refusalMessage(api.send(certificateList, {}, again))).toBe('本站服务已结束');
    expect(
      await refusal(
        api.send(
          certificateVerify,
          { cert_no: '2026-0351-P-0001234-6', id_tail: '1234' },
          { host },
        ),
      ),
    ).toBe('cert_not_found');
  });
});

it.each([
  ['in service', { isEndSite: 'N', effective_to: null, ended_at: null }, undefined],
  ['ended by hand', { isEndSite: 'Y', effective_to: null, ended_at: '2026-02-01' }, '2029-02-01'],
  [
    'ended by its term',
    { isEndSite: 'N', effective_to: '2026-01-01', ended_at: null },
    '2029-01-01',
  ],
  ['both', { isEndSite: 'Y', effective_to: '2026-03-01', ended_at: '2026-02-01' }, '2029-02-01'],
  ['without a day', { isEndSite: 'Y', effective_to: null, ended_at: null }, '2028-05-05'],
])('records of a site %s are readable until %o', (_, term, until) => {
  const at = (day: string | null) => (day === null ? null : new Date(day));
  const end = recordsUntil(
    {
      isEndSite: term.isEndSite as 'Y' | 'N',
      effective_from: null,
      effective_to: at(term.effective_to),
      ended_at: at(term.ended_at),
      created_at: new Date('2025-05-05'),
      records_years: 3,
    },
    new Date('2026-06-01'),
  );
  expect(end?.toISOString().slice(0, 10)).toBe(until);
});
