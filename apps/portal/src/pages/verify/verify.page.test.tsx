import type { ReplyOf } from '@cme/contract/base';
import { certCheckDigit, certificateVerify, plainCertNo } from '@cme/contract/credits';
import {
  describeFormStates,
  requestsTo,
  customerPage,
  mockRefusal,
  renderPage,
  mockReply,
} from '@cme/testing';
import { screen } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import { routes } from '../../routes.ts';

type VerifyResult = ReplyOf<typeof certificateVerify>;
const numbered = (serial: string) =>
  `2026-0351-P-${serial}-${certCheckDigit(`2026-0351-P-${serial}`)}`;
const number = numbered('0001234');
const newer = numbered('0005678');

const answer = (change: Partial<VerifyResult['certificate']> = {}): VerifyResult => ({
  certificate: {
    cert_no: number,
    kind: 'public_need',
    kind_name: '公需科目合格证',
    year: 2026,
    title: '公需科目合格证',
    cert_status: 'issued',
    cert_status_name: '已发放',
    reason: '',
    hours: 30,
    credits: 5,
    credit_type: 'I',
    issued_at: '2026-06-01 10:00:00',
    replaced_by: '',
    replaces: '',
    ...change,
  },
  text: {
    title: '专业技术人员继续教育公需科目合格证',
    real_name: '*晓梅',
    gender: 'F',
    id_no: '110105********002X',
    unit_name: '市人民医院',
    series_name: '护理系列',
    level_name: '初级',
    statement: '于 2026 年度参加公需科目学习，考核合格。',
    rows: [{ name: '学时', value: '30 学时' }],
    issuer: '省卫生健康继续教育中心',
    issued_on: '2026年6月1日',
  },
  sha256: 'ab'.repeat(32),
  history: [{ status: 'issued', status_name: '已发放', at: '2026-06-01 10:00:00', reason: '' }],
  verified_at: '2026-11-21 09:00:00',
});

beforeEach(() => mockReply(certificateVerify, answer()));

describeFormStates('the page that checks certificates', {
  address: '/certificate/verify',
  routes,
  call: certificateVerify,
  reply: answer(),
  async fill(user) {
    await user.type(screen.getByLabelText('证书编号'), number);
    await user.type(screen.getByLabelText('身份证号后四位'), '002X');
  },
  submit: '验证证书',
  field: { label: '身份证号后四位', value: '002X' },
  missing: ['请输入证书编号', '请输入身份证号后四位'],
});

describe('verifying a certificate', () => {
  it('by number and the last four characters shows it as a document, masked', async () => {
    const { user } = renderPage('/certificate/verify', routes);
    expect(await screen.findByRole('heading', { level: 1, name: '证书查询' })).toBeVisible();
    await expect.poll(() => document.title).toBe('证书查询-省卫生健康继续教育中心');
    await user.type(screen.getByLabelText('证书编号'), number.toLowerCase().replaceAll('-', ''));
    await user.type(screen.getByLabelText('身份证号后四位'), '002x');
    await user.click(screen.getByRole('button', { name: '验证证书' }));
    expect(await screen.findByRole('heading', { level: 1, name: '证书有效' })).toHaveFocus();
    expect(screen.getByRole('article', { name: new RegExp(number) })).toHaveTextContent(
      '110105********002X',
    );
    expect(screen.getByText('ab'.repeat(32))).toBeVisible();
    expect(screen.getByText('已发放')).toBeVisible();
    expect(requestsTo(certificateVerify)[0]?.body).toEqual({ cert_no: number, id_tail: '002X' });
  });

  it('by QR code runs at once, for everybody, also on a closed site', async () => {
    renderPage('/certificate/verify?token=abc.def', routes, { page: customerPage() });
    expect(await screen.findByRole('heading', { name: '证书有效' })).toBeVisible();
    expect(requestsTo(certificateVerify)).toMatchObject([
      { body: { token: 'abc.def' }, token: undefined },
    ]);
  });

  it('shows which field is invalid before it sends anything', async () => {
    const { user } = renderPage('/certificate/verify', routes);
    await user.click(await screen.findByRole('button', { name: '验证证书' }));
    expect(await screen.findByText('请输入证书编号')).toBeVisible();
    await user.type(
      screen.getByLabelText('证书编号'),
      number.replace(/.$/, (digit) => String((Number(digit) + 1) % 10)),
    );
    await user.type(screen.getByLabelText('身份证号后四位'), '12');
    await user.click(screen.getByRole('button', { name: '验证证书' }));
    expect(await screen.findByText('证书编号不正确，请对照证书核对')).toBeVisible();
    expect(screen.getByText('请输入四位字符')).toBeVisible();
    expect(requestsTo(certificateVerify)).toEqual([]);
  });

  it.each([
    [404, '没有找到与所填信息相符的证书，请核对后重试', 'cert_not_found'],
    [429, '查询过于频繁，请稍后再试', 'rate_limited'],
  ])('keeps the input if the answer is %i', async (status, message, code) => {
    mockRefusal(certificateVerify, status, message, code);
    const { user } = renderPage(`/certificate/verify?cert_no=${number}`, routes);
    await user.type(await screen.findByLabelText('身份证号后四位'), '1234');
    await user.click(screen.getByRole('button', { name: '验证证书' }));
    expect(await screen.findByText(message)).toBeVisible();
    expect(screen.getByLabelText('证书编号')).toHaveValue(number);
    expect(screen.getByLabelText('身份证号后四位')).toHaveValue('1234');
  });

  it('shows that it was revoked, and why', async () => {
    mockReply(
      certificateVerify,
      answer({ cert_status: 'revoked', cert_status_name: '已撤销', reason: '学习记录异常' }),
    );
    renderPage('/certificate/verify?token=t', routes);
    expect(await screen.findByRole('heading', { level: 1, name: '证书已撤销' })).toBeVisible();
    expect(screen.getByText('原因：学习记录异常')).toBeVisible();
  });

  it('links a replaced certificate to its replacement', async () => {
    mockReply(certificateVerify, ({ body }) =>
      body.cert_no === newer
        ? answer({ cert_no: newer, replaces: number })
        : answer({ cert_status: 'replaced', cert_status_name: '已换发', replaced_by: newer }),
    );
    const { user } = renderPage('/certificate/verify', routes);
    await user.type(await screen.findByLabelText('证书编号'), number);
    await user.type(screen.getByLabelText('身份证号后四位'), '002X');
    await user.click(screen.getByRole('button', { name: '验证证书' }));
    expect(await screen.findByRole('heading', { name: '证书已换发' })).toBeVisible();
    await user.click(screen.getByRole('button', { name: newer }));
    expect(await screen.findByRole('heading', { name: '证书有效' })).toBeVisible();
    expect(requestsTo(certificateVerify).at(-1)?.body).toEqual({ cert_no: newer, id_tail: '002X' });
    await user.click(screen.getByRole('button', { name: '查询其他证书' }));
    expect(await screen.findByLabelText('证书编号')).toHaveValue('');
  });
});

it.each([
  [' 2026-0351-p-0001234-7 ', '2026-0351-P-0001234-7'],
  ['2026—0351–P−0001234－7', '2026-0351-P-0001234-7'],
  ['20260351P00012347', '2026-0351-P-0001234-7'],
  ['２０２６０３５１Ｐ００００００１７', '2026-0351-P-0000001-7'],
  ['abc', 'ABC'],
])('%s is formatted as %s', (typed, plain) => expect(plainCertNo(typed)).toBe(plain));
