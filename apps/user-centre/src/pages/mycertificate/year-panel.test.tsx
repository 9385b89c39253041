import type { ReplyOf } from '@cme/contract/base';
import {
  certificateApply,
  certificateEligibility,
  certificateList,
  creditsList,
  creditsSummary,
} from '@cme/contract/credits';
import { requestsTo, describePageStates, mockRefusal, renderPage, mockReply } from '@cme/testing';
import {
  mockCertificates,
  mockUserCentre,
  sampleCertificate,
  signedIn,
} from '@cme/testing/user-centre';
import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import { routes } from '../../routes.ts';

const open = (address = '/user/mycertificate') => renderPage(address, routes, signedIn);

type Summary = ReplyOf<typeof creditsSummary>;
const need = (missing: number): Summary['needs'][number] => ({
  key: 'credits',
  name: '学分',
  unit: '学分',
  need: 25,
  got: 25 - missing,
  pending: 0,
  missing,
});
const rule = {
  name: '2026年继续医学教育要求',
  need_hours: 90,
  need_public: 30,
  need_pro: 60,
  need_credits: 25,
  note: '',
};
const summary = (change: Partial<Summary> = {}): Summary => ({
  year: 2026,
  years: [2024, 2025],
  rule,
  year_status: 'unmet',
  year_status_name: '未达标',
  got: { hours: 36, credits: 10 },
  pending: { hours: 0, credits: 0 },
  capped: { hours: 0, credits: 0 },
  public_hours: 12,
  pro_hours: 24,
  needs: [],
  kinds: [],
  next_steps: [],
  ...change,
});
type Eligible = ReplyOf<typeof certificateEligibility>;
const eligible = (courses: Eligible['courses'] = []): Eligible => ({
  year: 2026,
  annual: { can_apply: 'N', cert_no: 'A1', checks: [] },
  courses,
});

beforeEach(() => {
  mockUserCentre();
  mockReply(creditsSummary, summary());
  mockReply(certificateEligibility, eligible());
  mockCertificates(sampleCertificate());
});

describePageStates('the year against its requirements', {
  address: '/user/mycertificate',
  routes,
  options: signedIn,
  call: creditsSummary,
  filled: summary(),
  shows: '2026年继续医学教育要求',
});

describe('the year against its rule', () => {
  it.each([
    [15, '还差 15 学分'],
    [0, '已达到'],
  ])('with %i missing shows %s unless a next step does', async (missing, text) => {
    mockReply(creditsSummary, summary({ needs: [need(missing)] }));
    open();
    const panel = await screen.findByRole('region', { name: /达标情况/ });
    expect(within(panel).getByText(text)).toBeVisible();
  });

  it.each([
    ['publicneed', 'http://cme.localhost:8080/publicneed'],
    ['profession', 'http://cme.localhost:8080/profession'],
    ['learn', 'http://user.cme.localhost:8080/user/learn'],
    ['myexam', 'http://user.cme.localhost:8080/user/myexam'],
  ])('the step %s links to %s', async (to, href) => {
    mockReply(creditsSummary, summary({ next_steps: [{ text: '下一步', to }] }));
    open();
    const link = await screen.findByRole('link', { name: '去完成：下一步' });
    expect(new URL(link.getAttribute('href') ?? '', 'http://user.cme.localhost:8080').href).toBe(
      href,
    );
  });

  it('shows a step to an unknown page without a link', async () => {
    mockReply(creditsSummary, summary({ next_steps: [{ text: '参加线下培训', to: 'offline' }] }));
    open();
    expect(await screen.findByText('参加线下培训')).toBeVisible();
    expect(screen.queryByRole('link', { name: /去完成/ })).toBeNull();
  });

  it('offers all years, newest first, and loads the selected one', async () => {
    const { user, router } = open();
    const years = await screen.findByRole('combobox', { name: '年度' });
    const names = within(years)
      .getAllByRole('option')
      .map(({ textContent }) => textContent);
    expect(names).toEqual(['全部年度', '2026 年度', '2025 年度', '2024 年度']);
    await user.selectOptions(years, '2024');
    await waitFor(() => expect(requestsTo(certificateList).at(-1)?.body).toEqual({ year: 2024 }));
    expect(router.state.location.search).toBe('?year=2024');
  });
});

describe('applying for a certificate', () => {
  it('sends the course it is for, and refetches the list', async () => {
    mockReply(
      certificateEligibility,
      eligible([
        {
          learning_id: 'l1',
          title: '合理用药',
          hours: 3,
          credits: 1,
        } as Eligible['courses'][number],
      ]),
    );
    mockReply(certificateApply, () => {
      mockCertificates(
        sampleCertificate(),
        sampleCertificate({ cert_no: 'N2', title: '合理用药' }),
      );
      return sampleCertificate({ cert_no: 'N2' });
    });
    const { user } = open();
    const button = await screen.findByRole('button', { name: '申请证书' });
    expect(button).toHaveAccessibleDescription('合理用药');
    await user.click(button);
    expect(await screen.findByText('证书已发放')).toBeVisible();
    expect(requestsTo(certificateApply)[0]?.body).toEqual({ learning_id: 'l1' });
    expect(await screen.findByRole('heading', { name: '合理用药' })).toBeVisible();
  });

  it('is hidden if it cannot be loaded, and the certificates are shown', async () => {
    mockRefusal(certificateEligibility, 500, '服务暂时不可用');
    open();
    expect(await screen.findByRole('heading', { name: '高血压规范化管理' })).toBeVisible();
    expect(screen.queryByRole('button', { name: '申请证书' })).toBeNull();
    expect(screen.queryByText('加载失败')).toBeNull();
  });
});

describe('the ledger of credits', () => {
  type Credit = ReplyOf<typeof creditsList>['list'][number];
  const credit = (change: Partial<Credit> = {}): Credit => ({
    id: 'r1',
    year: 2026,
    title: '感染预防',
    subject_kind: 'pro',
    source_type: 'course',
    source_name: '课程',
    hours: 6,
    credits: 2,
    credit_type: '',
    project_no: '2026-03-01',
    status: 'granted',
    status_name: '已授予',
    granted_at: '2026-06-01 00:00:00',
    cert_no: '',
    note: '超出上限部分不计入',
    ...change,
  });

  it('shows what each entry is for, with its project and note', async () => {
    mockReply(creditsList, { list: [credit()], total: 1, page: 1, page_size: 10 });
    open('/user/mycertificate?tab=credits');
    const line = await screen.findByRole('row', { name: /感染预防/ });
    for (const text of ['2026-03-01', '超出上限部分不计入', '课程', '已授予', '2026-06-01']) {
      expect(within(line).getByText(text)).toBeVisible();
    }
    const heads = screen.getAllByRole('columnheader').map(({ textContent }) => textContent);
    expect(heads).toEqual(['项目', '类别', '学时', '学分', '状态', '日期']);
  });

  it('is paged, and starts at the first page for another year', async () => {
    mockReply(creditsList, ({ body }) => ({
      list: [credit()],
      total: 30,
      page: body.page ?? 1,
      page_size: 10,
    }));
    const { user, router } = open('/user/mycertificate?tab=credits');
    await user.click(await screen.findByRole('link', { name: '第 3 页' }));
    await waitFor(() => expect(requestsTo(creditsList).at(-1)?.body.page).toBe(3));
    await user.selectOptions(screen.getByRole('combobox', { name: '年度' }), '2025');
    await waitFor(() =>
      expect(requestsTo(creditsList).at(-1)?.body).toMatchObject({ year: 2025, page: 1 }),
    );
    expect(router.state.location.search).toBe('?tab=credits&year=2025');
  });
});
