import {
  certificateApply,
  certificateDetail,
  certificateEligibility,
  certificateList,
  type CertificateRow,
  creditsList,
  creditsSummary,
} from '@cme/contract/credits';
import { requestsTo, describePageStates, mockRefusal, renderPage, mockReply } from '@cme/testing';
import { mockUserCentre, signedIn } from '@cme/testing/user-centre';
import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import { routes } from '../../routes.ts';

const row = (change: Partial<CertificateRow> = {}): CertificateRow => ({
  cert_no: '2026-0351-P-0001234-7',
  kind: 'course_credit',
  kind_name: '项目学分证书',
  year: 2026,
  title: '高血压规范化管理',
  cert_status: 'issued',
  cert_status_name: '已发放',
  reason: '',
  hours: 6,
  credits: 2,
  credit_type: '省级',
  issued_at: '2026-11-20 10:00:00',
  replaced_by: '',
  replaces: '',
  ...change,
});
const text = {
  title: '继续医学教育学分证书',
  real_name: '李敏',
  gender: '女',
  id_no: '110105********002X',
  unit_name: '省人民医院',
  series_name: '',
  level_name: '',
  statement: '经考核合格，授予学分贰分。',
  rows: [{ name: '项目编号', value: '2026-03-01' }],
  issuer: '省卫生健康委员会培训中心',
  issued_on: '2026年11月20日',
};

beforeEach(() => {
  mockUserCentre();
  mockReply(creditsSummary, {
    year: 2026,
    years: [2026, 2025],
    rule: {
      name: '2026年继续医学教育要求',
      need_hours: 90,
      need_public: 30,
      need_pro: 60,
      need_credits: 25,
      note: '',
    },
    year_status: 'unmet',
    year_status_name: '未达标',
    got: { hours: 36, credits: 10 },
    pending: { hours: 0, credits: 0 },
    capped: { hours: 0, credits: 2 },
    public_hours: 12,
    pro_hours: 24,
    needs: [
      { key: 'credits', name: '学分', unit: '学分', need: 25, got: 10, pending: 0, missing: 15 },
    ],
    kinds: [
      { kind: 'self', name: '自学', hours: 12, credits: 12, max_credits: 10, capped_credits: 2 },
    ],
    next_steps: [{ text: '还差公需科目 18 学时', to: 'publicneed' }],
  });
  mockReply(certificateList, {
    years: [{ year: 2026, hours: 6, credits: 2, count: 1 }],
    list: [row()],
  });
  mockReply(certificateEligibility, {
    year: 2026,
    annual: {
      can_apply: 'N',
      cert_no: '',
      checks: [
        { name: '年度学分', met: 'N', note: '还差 15 学分' },
        { name: '实名认证', met: 'Y', note: '' },
      ],
    },
    courses: [],
  });
});

describe('my certificates', () => {
  it('show the year, what is missing and the next step', async () => {
    renderPage('/user/mycertificate', routes, signedIn);
    expect(await screen.findByRole('img', { name: /2026年 学分：.*10.*25/ })).toBeVisible();
    const [certificates, year] = [
      await screen.findByRole('region', { name: '2026 年度' }),
      screen.getByRole('region', { name: '2026 年度达标情况' }),
    ];
    expect(certificates.compareDocumentPosition(year)).toBe(Node.DOCUMENT_POSITION_FOLLOWING);
    expect(screen.getAllByText(/还差/)).toHaveLength(1);
    expect(screen.getByText('不计入 2 学分')).toBeVisible();
    expect(screen.getByRole('link', { name: '去完成：还差公需科目 18 学时' })).toHaveAttribute(
      'href',
      'http://cme.localhost:8080/publicneed',
    );
  });

  it('are of all years until a year is selected, which is then in the URL', async () => {
    const of2025 = row({ cert_no: '2025-0351-P-0000007-2', year: 2025, title: '感染预防' });
    mockReply(certificateList, ({ body }) => ({
      years: [
        { year: 2026, hours: 6, credits: 2, count: 1 },
        { year: 2025, hours: 6, credits: 2, count: 1 },
      ],
      list: [row(), of2025].filter(({ year }) => year === (body.year ?? year)),
    }));
    const { user, router } = renderPage('/user/mycertificate', routes, signedIn);
    expect(await screen.findByRole('region', { name: '2025 年度' })).toBeVisible();
    expect(screen.getByRole('region', { name: '2026 年度' })).toBeVisible();
    const select = screen.getByRole('combobox', { name: '年度' });
    expect(select).toHaveDisplayValue('全部年度');
    await user.selectOptions(select, '2025');
    await waitFor(() => expect(screen.queryByRole('region', { name: '2026 年度' })).toBeNull());
    expect(screen.getByRole('region', { name: '2025 年度' })).toBeVisible();
    expect(select).toHaveDisplayValue('2025 年度');
    expect(router.state.location.search).toBe('?year=2025');
    await user.selectOptions(select, '全部年度');
    expect(await screen.findByRole('region', { name: '2026 年度' })).toBeVisible();
    expect(router.state.location.search).toBe('');
  });

  it('of a year without one are said to be missing for that year', async () => {
    mockReply(certificateList, {
      years: [{ year: 2026, hours: 6, credits: 2, count: 1 }],
      list: [],
    });
    renderPage('/user/mycertificate?year=2025', routes, signedIn);
    expect(await screen.findByText('这一年还没有证书')).toBeVisible();
    expect(screen.queryByText('还没有证书')).toBeNull();
  });

  it("list the unmet requirements of the year's certificate and disable the button", async () => {
    renderPage('/user/mycertificate', routes, signedIn);
    expect(await screen.findByText('未满足')).toBeVisible();
    expect(screen.getByText('年度学分')).toBeVisible();
    expect(screen.getByRole('button', { name: '申请证书' })).toBeDisabled();
  });

  it("issue the year's certificate, or show why not", async () => {
    mockReply(certificateEligibility, {
      year: 2026,
      annual: { can_apply: 'Y', cert_no: '', checks: [] },
      courses: [],
    });
    mockRefusal(certificateApply, 400, '年度学时还差 3 学时', 'cert_unmet');
    const { user } = renderPage('/user/mycertificate', routes, signedIn);
    await user.click(await screen.findByRole('button', { name: '申请证书' }));
    expect(await screen.findByText('年度学时还差 3 学时')).toBeVisible();
    expect(requestsTo(certificateApply)[0]?.body).toEqual({ year: 2026 });
  });

  it('show a certificate as a document with a link to verify it', async () => {
    mockReply(certificateDetail, {
      ...row(),
      text,
      sha256: 'ab',
      verify_url: '',
      qr_svg: '<svg xmlns="http://www.w3.org/2000/svg"/>',
      history: [{ status: 'issued', status_name: '已发放', at: '2026-11-20 10:00:00', reason: '' }],
      download_count: 0,
    });
    const { user } = renderPage('/user/mycertificate', routes, signedIn);
    await user.click(await screen.findByRole('link', { name: '查看证书' }));
    const sheet = await screen.findByRole('article', {
      name: '项目学分证书 2026-0351-P-0001234-7',
    });
    expect(within(sheet).getByText('李敏')).toBeVisible();
    expect(screen.getByRole('link', { name: '验证证书' })).toHaveAttribute(
      'href',
      'http://cme.localhost:8080/certificate/verify?cert_no=2026-0351-P-0001234-7',
    );
    await user.click(screen.getByRole('button', { name: '关闭' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  });

  it('list the ledger of the selected year', async () => {
    mockReply(creditsList, {
      list: [
        {
          id: 'r1',
          year: 2025,
          title: '感染预防',
          subject_kind: 'pro',
          source_type: 'course',
          source_name: '课程',
          hours: 6,
          credits: 2,
          credit_type: '',
          project_no: '',
          status: 'granted',
          status_name: '已授予',
          granted_at: '2025-06-01 00:00:00',
          cert_no: '',
          note: '',
        },
      ],
      total: 1,
      page: 1,
      page_size: 10,
    });
    const { user } = renderPage('/user/mycertificate?tab=credits', routes, signedIn);
    expect(await screen.findByRole('row', { name: /感染预防.*2025-06-01/ })).toBeVisible();
    expect(screen.getByRole('combobox', { name: '年度' })).toHaveDisplayValue('全部年度');
    expect(requestsTo(creditsList).at(-1)?.body.year).toBeUndefined();
    await user.selectOptions(screen.getByRole('combobox', { name: '年度' }), '2025');
    await waitFor(() => expect(requestsTo(creditsList).at(-1)?.body.year).toBe(2025));
  });
});

describePageStates('my certificates', {
  address: '/user/mycertificate',
  routes,
  options: signedIn,
  call: certificateList,
  filled: { years: [{ year: 2026, hours: 6, credits: 2, count: 1 }], list: [row()] },
  shows: '高血压规范化管理',
  empty: { reply: { years: [], list: [] }, says: '还没有证书' },
});

describePageStates('the ledger of credits', {
  address: '/user/mycertificate?tab=credits',
  routes,
  options: signedIn,
  call: creditsList,
  filled: {
    list: [
      {
        id: 'r2',
        year: 2026,
        title: '手卫生',
        subject_kind: 'pro',
        source_type: 'course',
        source_name: '课程',
        hours: 1,
        credits: 0.33,
        credit_type: '',
        project_no: '',
        status: 'granted',
        status_name: '已授予',
        granted_at: '2026-06-01 00:00:00',
        cert_no: '',
        note: '',
      },
    ],
    total: 1,
    page: 1,
    page_size: 10,
  },
  shows: '手卫生',
  empty: { reply: { list: [], total: 0, page: 1, page_size: 10 }, says: '还没有学分记录' },
});

it.each([
  ['certificates', '', '还没有证书'],
  ['credits', '?tab=credits', '还没有学分记录'],
  ['credits of a year', '?tab=credits&year=2025', '这一年还没有学分记录'],
])('without %s the page links to the courses', async (_what, query, says) => {
  mockReply(certificateList, { years: [], list: [] });
  mockReply(creditsList, { list: [], total: 0, page: 1, page_size: 10 });
  renderPage(`/user/mycertificate${query}`, routes, signedIn);
  await screen.findByText(says);
  const main = screen.getByRole('tabpanel');
  expect(within(main).getByRole('link', { name: '我的课程' })).toHaveAttribute(
    'href',
    '/user/learn',
  );
});
