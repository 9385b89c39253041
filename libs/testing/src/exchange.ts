import type { ReplyOf } from '@cme/contract/base';
import {
  creditsSummary,
  type DeclareDetail,
  type DeclareRow,
  exchangeCalc,
  exchangeDetail,
  type ExchangeKind,
  exchangeKinds,
  exchangeList,
  exchangeSave,
} from '@cme/contract/credits';
import { mockReply } from './mock-replies.ts';

/** A kind of activity without levels, which needs one proof. */
export const sampleKind = (change: Partial<ExchangeKind> = {}): ExchangeKind => ({
  kind_code: 'meeting',
  name: '学术会议',
  about: '参加学会举办的学术会议。',
  activity_kind: 'practice',
  activity_kind_name: '有组织的实践活动',
  subject_kind: 'pro',
  unit: '项',
  hours_per_unit: 12,
  credits_per_unit: 4,
  max_value: 10,
  year_cap: 10,
  levels: [],
  fields: [
    { key: 'activity_name', label: '会议名称', hint: '', required: 'Y' },
    { key: 'start_on', label: '开始日期', hint: '', required: 'Y' },
    { key: 'end_on', label: '结束日期', hint: '', required: 'Y' },
    { key: 'quantity', label: '参加次数', hint: '同一会议填1', required: 'Y' },
  ],
  need_files: [{ key: 'notice', name: '通知', hint: '', required: 'Y' }],
  ...change,
});

/** A submitted declaration in a list. */
export const sampleDeclaration = (change: Partial<DeclareRow> = {}): DeclareRow => ({
  declare_no: 'SB1',
  year: 2026,
  kind_code: 'meeting',
  kind_name: '学术会议',
  activity_name: '围产医学年会',
  hours: 12,
  credits: 4,
  declare_status: 'submitted',
  declare_status_name: '待审核',
  reason: '',
  updated_at: '2026-06-01 09:00:00',
  submitted_at: '2026-06-01 09:00:00',
  can_edit: 'N',
  can_withdraw: 'Y',
  ...change,
});

/** The declaration in full. */
export const sampleDeclarationDetail = (change: Partial<DeclareDetail> = {}): DeclareDetail => ({
  ...sampleDeclaration(),
  draft: {
    year: 2026,
    kind_code: 'meeting',
    activity_name: '围产医学年会',
    activity_no: '',
    issuer: '',
    level: '',
    role_order: 0,
    start_on: '2026-05-01',
    end_on: '2026-05-03',
    quantity: 1,
    note: '',
    files: [{ need: 'notice', file_id: 'f1' }],
  },
  revision: 3,
  kind: sampleKind(),
  level_name: '',
  real_name: '李明',
  unit_name: '县医院',
  claimed: { hours: 12, credits: 4 },
  formula: '1项 × 每项12学时、4学分',
  files: [
    {
      need: 'notice',
      need_name: '通知',
      file_id: 'f1',
      name: '通知.pdf',
      format: 'pdf',
      size: 2048,
    },
  ],
  steps: [
    { key: 'submit', name: '提交', state: 'done', at: '2026-06-01 09:00:00', note: '' },
    { key: 'unit', name: '单位审核', state: 'now', at: '', note: '' },
    { key: 'centre', name: '中心审核', state: 'later', at: '', note: '' },
    { key: 'credit', name: '入账', state: 'later', at: '', note: '' },
  ],
  history: [
    { status: 'submitted', name: '待审核', who: '本人', at: '2026-06-01 09:00:00', reason: '' },
  ],
  ...change,
});

export const sampleDeclarations = (...rows: DeclareRow[]): ReplyOf<typeof exchangeList> => ({
  list: rows,
  total: rows.length,
  page: 1,
  page_size: 10,
  counts: { all: rows.length, todo: 0, waiting: rows.length, passed: 0, rejected: 0 },
  years: [2026],
});

/** A year with one requirement that is not met. */
export const sampleCredits = (
  change: Partial<ReplyOf<typeof creditsSummary>> = {},
): ReplyOf<typeof creditsSummary> => ({
  year: 2026,
  years: [2026, 2025],
  rule: { name: '', need_hours: 90, need_public: 30, need_pro: 60, need_credits: 25, note: '说明' },
  year_status: 'unmet',
  year_status_name: '未达标',
  got: { hours: 40, credits: 10 },
  pending: { hours: 12, credits: 4 },
  capped: { hours: 0, credits: 0 },
  public_hours: 10,
  pro_hours: 30,
  needs: [
    { key: 'pro', name: '专业科目', unit: '学时', need: 60, got: 30, pending: 12, missing: 30 },
  ],
  kinds: [],
  next_steps: [],
  ...change,
});

/** Mocks the calls of the pages of 学分兑换: one kind, one declaration under review. */
export function mockExchange(): void {
  mockReply(exchangeKinds, {
    year: 2026,
    years: [{ year: 2026, until: '2027-03-31' }],
    list: [sampleKind()],
  });
  mockReply(exchangeList, sampleDeclarations(sampleDeclaration()));
  mockReply(creditsSummary, sampleCredits());
  mockReply(exchangeDetail, sampleDeclarationDetail());
  mockReply(exchangeCalc, {
    hours: 12,
    credits: 4,
    counted_credits: 2,
    formula: '1项 × 每项12学时、4学分',
    notes: ['每年最多计10学分'],
  });
  mockReply(exchangeSave, { declare_no: 'SB1', revision: 4, saved_at: '2026-06-01 09:00:00' });
}
