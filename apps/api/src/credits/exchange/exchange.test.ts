import { CallError } from '@cme/commons/api-client';
import {
  creditsList,
  creditsSummary,
  declareAudit,
  declareAuditDownload,
  declareAuditList,
  declareAuditOpen,
  declareReverse,
  exchangeCalc,
  exchangeDetail,
  exchangeDownload,
  exchangeKinds,
  exchangeList,
  exchangeSave,
  exchangeSubmit,
  exchangeWithdraw,
} from '@cme/contract/credits';
import { eq } from 'drizzle-orm';
import { beforeAll, describe, expect, it } from 'vitest';
import {
  handedIn,
  insertTestKinds,
  newCreditAuditor,
  newDraft,
  newProof,
  newUnit,
} from '../../../test/declare.ts';
import { type Learner, newLearner } from '../../../test/learner.ts';
import { startApiForFile } from '../../../test/api-for-file.ts';
import { creditRecord } from '../credits/credits.tables.ts';
import { exchangeLedger } from '../certificate/issuing/exchange-ledger.ts';
import { message } from '../../person/message/message.tables.ts';
import { readStates } from '../../platform/state-log/state-log.store.ts';
import { creditDeclaration, sweepApproved } from './credit.job.ts';
import { insertKinds, readKinds, setWindow } from './exchange.store.ts';
import { declareView } from './exchange.tables.ts';
import { newCreditRule } from '../../../test/credit-rule.ts';

const api = await startApiForFile();
let centre: Learner;
let otherOfCentre: Learner;
beforeAll(async () => {
  await insertTestKinds(api);
  await newCreditRule(api, { kind_caps: [{ kind: 'self_study', max_credits: 10 }] });
  centre = await newCreditAuditor(api);
  otherOfCentre = await newCreditAuditor(api);
});

const refusal = (promise: Promise<unknown>) =>
  promise.then(
    () => ['accepted'],
    (error: unknown) =>
      error instanceof CallError ? [error.code, error.message] : [String(error)],
  );
const open = (declareNo: string, as: Learner) => {
  api.clock.pass(1000);
  return api.send(declareAuditOpen, { declare_no: declareNo }, as);
};
const audit = (
  declareNo: string,
  as: Learner,
  decision: 'pass' | 'return' | 'reject',
  more: { reason?: string; hours?: number; credits?: number } = {},
) => {
  api.clock.pass(1000);
  return api.send(declareAudit, { declare_no: declareNo, decision, ...more }, as);
};
const credit = (declareNo: string) => {
  api.clock.pass(1000);
  return creditDeclaration({ db: api.db, now: api.clock.now }, exchangeLedger, declareNo);
};
const detail = (declareNo: string, as: Learner) =>
  api.send(exchangeDetail, { declare_no: declareNo }, as);
const readMessageTitles = async ({ user_id }: Learner) =>
  (await api.db.select().from(message).where(eq(message.user_id, user_id))).map(
    ({ title }) => title,
  );

async function withUnit() {
  const [learner, admin] = [await newLearner(api), await newLearner(api)];
  await newUnit(api, [learner], [admin]);
  return { learner, admin };
}

describe('the activity kinds', () => {
  it('are public, with the open years and their last days', async () => {
    const { year, years, list } = await api.send(exchangeKinds, {});
    expect([year, years]).toEqual([2026, [{ year: 2026, until: '2027-03-31' }]]);
    expect(list.length).toBeGreaterThanOrEqual(13);
    expect(list.find(({ kind_code }) => kind_code === 'self_study')).toMatchObject({
      name: '有计划的自学',
      unit: '小时',
      activity_kind_name: '有计划的自学',
      year_cap: 10,
    });
  });

  it('are those of the latest earlier year, and none before the first', async () => {
    expect(await readKinds(api.db, 'main', 2031)).toHaveLength(
      (await readKinds(api.db, 'main', 2026)).length,
    );
    expect((await api.send(exchangeKinds, { year: 2010 })).list).toEqual([]);
  });

  it('calculate credits live, with the annual cap and pending declarations', async () => {
    const learner = await newLearner(api);
    const fetchCalculation = (quantity: number) =>
      api.send(exchangeCalc, { year: 2026, kind_code: 'self_study', quantity }, learner);
    expect(await fetchCalculation(24)).toEqual({
      hours: 24,
      credits: 8,
      counted_credits: 8,
      formula: '24小时 × 每小时1学时、0.33学分',
      notes: [],
    });
    const more = { kind_code: 'self_study', level: '', quantity: 24 };
    const files = [{ need: 'result', file_id: await newProof(api, learner) }];
    const { declare_no } = await api.send(
      exchangeSave,
      { request_id: 'r', draft: newDraft(files, more) },
      learner,
    );
    await api.send(exchangeSubmit, { declare_no }, learner);
    expect(await fetchCalculation(12)).toMatchObject({
      credits: 4,
      counted_credits: 2,
      notes: ['有计划的自学每年最多计10学分，本年度已获和审核中共8学分，本次2学分不计入'],
    });
    expect((await fetchCalculation(60)).notes[0]).toBe('本类每项最多计10学分，超出部分不计入');
    expect(await api.send(creditsSummary, {}, learner)).toMatchObject({
      got: { credits: 0 },
      pending: { hours: 24, credits: 8 },
    });
  });
});

describe('a draft', () => {
  it('is created once per request, updated by revision, and never overwrites a concurrent change', async () => {
    const learner = await newLearner(api);
    const draft = newDraft([], { activity_name: '年' });
    const save = (more: object, name = '年会') =>
      api.send(
        exchangeSave,
        { request_id: 'one', draft: { ...draft, activity_name: name }, ...more },
        learner,
      );
    const first = await save({});
    expect(await save({})).toMatchObject({ declare_no: first.declare_no });
    const { declare_no } = first;
    const second = await save({ declare_no, revision: first.revision }, '年会二');
    expect(second.revision).toBe(first.revision + 1);
    expect(await refusal(save({ declare_no, revision: first.revision }, '年会三'))).toEqual([
      'declare_stale',
      '这项申报已在其他页面修改，请载入最新内容',
    ]);
    expect((await detail(declare_no, learner)).draft.activity_name).toBe('年会二');
    expect((await api.send(exchangeList, {}, learner)).total).toBe(1);
  });

  it('is private to its person and site, and accepts only that person’s files', async () => {
    const [learner, other] = [await newLearner(api), await newLearner(api)];
    const guest = await newLearner(api, 'hospital', 'hospital.localhost');
    const declare_no = await handedIn(api, learner);
    for (const learner of [other, guest])
      for (const call of [exchangeDetail, exchangeSubmit, exchangeWithdraw])
        expect(await refusal(api.send(call, { declare_no }, learner))).toEqual([
          'not_found',
          '没有找到这项申报',
        ]);
    const [file] = (await detail(declare_no, learner)).files;
    const stolen = newDraft([{ need: 'notice', file_id: file!.file_id }]);
    expect(
      (await refusal(api.send(exchangeSave, { request_id: 'x', draft: stolen }, other)))[0],
    ).toBe('not_found');
    expect(
      (await refusal(api.send(exchangeDownload, { declare_no, file_id: file!.file_id }, other)))[0],
    ).toBe('not_found');
    expect(
      (await api.send(exchangeDownload, { declare_no, file_id: file!.file_id }, learner)).url,
    ).toContain(file!.file_id);
  });

  it('accepts a certificate from the archive as a proof', async () => {
    const learner = await newLearner(api);
    const file_id = await newProof(api, learner, 'main', 'cert');
    const draft = newDraft([{ need: 'notice', file_id }]);
    const { declare_no } = await api.send(exchangeSave, { request_id: 'c', draft }, learner);
    expect((await detail(declare_no, learner)).files[0]).toMatchObject({ file_id });
  });

  it('is rejected with the invalid field and keeps its content', async () => {
    const learner = await newLearner(api);
    const draft = newDraft([], { end_on: '2026-12-01' });
    const { declare_no } = await api.send(exchangeSave, { request_id: 'w', draft }, learner);
    const failed = await api
      .send(exchangeSubmit, { declare_no }, learner)
      .catch((error: unknown) => error);
    expect(failed).toMatchObject({ message: '结束日期不能晚于今天' });
    expect((await detail(declare_no, learner)).draft).toEqual(draft);
  });

  it('belongs to this year, or to the last one until its last day', async () => {
    const learner = await newLearner(api);
    const save = (year: number) =>
      api.send(exchangeSave, { request_id: `y${year}`, draft: newDraft([], { year }) }, learner);
    await insertKinds(
      api.db,
      (await readKinds(api.db, 'main', 2026)).map((kind) => ({ ...kind, year: 2024 })),
    );
    expect(await refusal(save(2025))).toEqual(['declare_late', '2025年度的申报已截止或尚未开始']);
    expect((await refusal(save(2027)))[0]).toBe('declare_late');
    await setWindow(api.db, 'main', 2025, '2026-06-15');
    expect(await refusal(save(2025))).toEqual(['accepted']);
    await setWindow(api.db, 'main', 2025, '2026-06-14');
    expect((await refusal(save(2024)))[0]).toBe('declare_late');
  });
});

describe('the same activity', () => {
  it('is declared once, and again after withdrawal', async () => {
    const [learner, colleague] = [await newLearner(api), await newLearner(api)];
    const declare_no = await handedIn(api, learner, { activity_no: 'HY-2026-77' });
    expect(await refusal(handedIn(api, learner, { activity_no: 'hy 2026-77' }))).toEqual([
      'declare_exists',
      '该活动已申报，请勿重复提交',
    ]);
    await handedIn(api, colleague, { activity_no: 'HY-2026-77' });
    await api.send(exchangeWithdraw, { declare_no }, learner);
    await handedIn(api, learner, { activity_no: 'HY-2026-77' });
  });
});

describe('the audit', () => {
  it('needs two people, from unit and centre, and then adds one ledger row', async () => {
    const { learner, admin } = await withUnit();
    const declare_no = await handedIn(api, learner);
    expect(await detail(declare_no, learner)).toMatchObject({
      declare_status_name: '待审核',
      can_withdraw: 'Y',
      hours: 12,
      credits: 4,
    });
    expect((await api.send(declareAuditList, { step: 'unit' }, admin)).list).toMatchObject([
      { declare_no, real_name: '李明', audit_step: 'unit', is_opened: 'N' },
    ]);
    expect((await open(declare_no, centre)).can_audit).toBe('N');
    expect((await detail(declare_no, learner)).can_withdraw).toBe('Y');
    expect(await open(declare_no, admin)).toMatchObject({ can_audit: 'Y', blocked: '' });
    expect(await refusal(api.send(exchangeWithdraw, { declare_no }, learner))).toEqual([
      'declare_state',
      '审核人员已打开这项申报，不能撤回',
    ]);
    expect(await audit(declare_no, admin, 'pass')).toMatchObject({
      declare_status: 'unit_passed',
      can_audit: 'N',
    });
    expect((await audit(declare_no, admin, 'pass')).declare_status).toBe('unit_passed');
    expect(await audit(declare_no, centre, 'pass')).toMatchObject({ declare_status: 'approved' });
    expect((await audit(declare_no, centre, 'pass')).declare_status).toBe('approved');
    for (let index = 0; index < 3; index += 1) await credit(declare_no);
    expect(await detail(declare_no, learner)).toMatchObject({
      declare_status_name: '已入账',
      steps: [{ state: 'done' }, { state: 'done' }, { state: 'done' }, { state: 'done' }],
    });
    const rows = (await api.send(creditsList, {}, learner)).list;
    expect(rows).toMatchObject([{ hours: 12, credits: 4, source_name: '学分兑换', declare_no }]);
    expect(await readMessageTitles(learner)).toEqual([
      '兑换申报单位已审',
      '兑换申报已通过',
      '学分已入账',
    ]);
    expect(
      (await readStates(api.db, 'declare', declare_no)).map(({ to, actor_id }) => [to, actor_id]),
    ).toEqual([
      ['draft', learner.user_id],
      ['submitted', learner.user_id],
      ['unit_passed', admin.user_id],
      ['approved', centre.user_id],
      ['credited', ''],
    ]);
  });

  it('is never done by one person for both steps, nor for themselves', async () => {
    const { learner } = await withUnit();
    const both = await newCreditAuditor(api);
    await newUnit(api, [learner], [both]);
    const declare_no = await handedIn(api, learner);
    await audit(declare_no, both, 'pass');
    expect(await refusal(audit(declare_no, both, 'reject', { reason: '前后不一致' }))).toEqual([
      'not_allowed',
      '单位与中心须由两人审核，您已代表单位审核',
    ]);
    const own = await handedIn(api, both);
    expect(await refusal(audit(own, both, 'pass'))).toEqual(['not_allowed', '不能审核本人的申报']);
    await audit(own, otherOfCentre, 'pass');
    await audit(own, centre, 'pass');
    expect((await detail(own, both)).steps.map(({ name, state }) => `${name} ${state}`)).toEqual([
      '提交 done',
      '中心初审 done',
      '中心复审 done',
      '入账 now',
    ]);
  });

  it('is hidden from everybody else, and each view is logged', async () => {
    const { learner } = await withUnit();
    const stranger = await newLearner(api);
    const declare_no = await handedIn(api, learner);
    const [file] = (await detail(declare_no, learner)).files;
    for (const work of [
      () => open(declare_no, stranger),
      () => audit(declare_no, stranger, 'pass'),
      () => api.send(declareReverse, { declare_no, reason: '查实系造假', ref_no: '1' }, stranger),
      () => api.send(declareAuditDownload, { declare_no, file_id: file!.file_id }, stranger),
      () => api.send(declareAuditList, {}, stranger),
    ])
      expect((await refusal(work()))[0]).toBe('not_allowed');
    await open(declare_no, centre);
    await api.send(declareAuditDownload, { declare_no, file_id: file!.file_id }, centre);
    const views = await api.db
      .select()
      .from(declareView)
      .where(eq(declareView.declare_no, declare_no));
    expect(views.map(({ viewer_id }) => viewer_id)).toEqual([centre.user_id, centre.user_id]);
  });

  it('returns a declaration with a reason, and a resubmission is audited from the start', async () => {
    const { learner, admin } = await withUnit();
    const declare_no = await handedIn(api, learner, { activity_no: 'AGAIN-1' });
    expect(await refusal(audit(declare_no, admin, 'return', { reason: '不清楚' }))).toEqual([
      'not_allowed',
      '请写明原因，至少5个字',
    ]);
    await audit(declare_no, admin, 'return', { reason: '通知没有盖章' });
    const returned = await detail(declare_no, learner);
    expect(returned).toMatchObject({
      declare_status_name: '退回修改',
      reason: '通知没有盖章',
      can_edit: 'Y',
    });
    const { draft, revision } = returned;
    await api.send(exchangeSave, { request_id: 'z', declare_no, revision, draft }, learner);
    expect((await detail(declare_no, learner)).reason).toBe('通知没有盖章');
    await api.send(exchangeSubmit, { declare_no }, learner);
    expect(await detail(declare_no, learner)).toMatchObject({
      declare_status: 'submitted',
      reason: '',
      can_withdraw: 'Y',
    });
    await audit(declare_no, admin, 'reject', { reason: '会议不在认可范围' });
    expect((await detail(declare_no, learner)).declare_status_name).toBe('已驳回');
    expect(await readMessageTitles(learner)).toEqual(['兑换申报退回修改', '兑换申报未通过']);
  });

  it('may grant less with a reason, never more', async () => {
    const learner = await newLearner(api);
    const declare_no = await handedIn(api, learner);
    const pass = (more: object) => refusal(audit(declare_no, centre, 'pass', more));
    expect(await pass({ hours: 6, credits: 2, reason: '只参加了一天' })).toEqual([
      'not_allowed',
      '核减学时学分由中心在复审时办理',
    ]);
    await audit(declare_no, otherOfCentre, 'pass');
    expect((await pass({ hours: 13 }))[1]).toBe('核定的学时学分不能高于申报的');
    expect((await pass({ hours: 6, credits: 2 }))[1]).toBe('核减学时学分须写明原因，至少5个字');
    expect((await pass({ hours: 0, credits: 0, reason: '一点也不算' }))[1]).toBe('核定为0的请驳回');
    await audit(declare_no, centre, 'pass', { hours: 6, credits: 2, reason: '只参加了一天' });
    await credit(declare_no);
    expect(await detail(declare_no, learner)).toMatchObject({
      hours: 6,
      credits: 2,
      claimed: { hours: 12, credits: 4 },
      reason: '只参加了一天',
    });
  });
});

describe('the credit', () => {
  it('is granted by the sweep if its job was lost', async () => {
    const learner = await newLearner(api);
    const declare_no = await handedIn(api, learner);
    await audit(declare_no, otherOfCentre, 'pass');
    await audit(declare_no, centre, 'pass');
    await sweepApproved(api.context, exchangeLedger);
    expect((await detail(declare_no, learner)).declare_status).toBe('approved');
    api.clock.pass(31_000);
    await sweepApproved(api.context, exchangeLedger);
    expect((await detail(declare_no, learner)).declare_status).toBe('credited');
  });

  it('is reversed once by staff with a row of the opposite sign', async () => {
    const learner = await newLearner(api);
    const declare_no = await handedIn(api, learner, { activity_no: 'FAKE-9' });
    const reverse = () =>
      api.send(
        declareReverse,
        { declare_no, reason: '会议证明系伪造', ref_no: '卫科教〔2026〕9号' },
        centre,
      );
    await audit(declare_no, otherOfCentre, 'pass');
    await audit(declare_no, centre, 'pass');
    expect((await refusal(reverse()))[1]).toBe('只能冲销已入账的申报');
    await credit(declare_no);
    api.clock.pass(1000);
    await reverse();
    await reverse();
    const rows = await api.db
      .select()
      .from(creditRecord)
      .where(eq(creditRecord.user_id, learner.user_id))
      .orderBy(creditRecord.id);
    expect(rows.map(({ hours, credits, status }) => [hours, credits, status])).toEqual([
      [12, 4, 'reversed'],
      [-12, -4, 'granted'],
    ]);
    expect(await detail(declare_no, learner)).toMatchObject({
      declare_status_name: '已冲销',
      reason: '会议证明系伪造（卫科教〔2026〕9号）',
      can_edit: 'N',
    });
  });

  it('is listed by tab and year', async () => {
    const learner = await newLearner(api);
    await handedIn(api, learner);
    const gone = await handedIn(api, learner);
    await api.send(exchangeWithdraw, { declare_no: gone }, learner);
    const list = await api.send(exchangeList, { year: 2026, tab: 'todo' }, learner);
    expect(list).toMatchObject({
      total: 1,
      list: [{ declare_no: gone, declare_status_name: '已撤回' }],
      counts: { all: 2, todo: 1, waiting: 1, passed: 0, rejected: 0 },
      years: [2026],
    });
    expect((await api.send(exchangeList, { year: 2025 }, learner)).total).toBe(0);
  });
});
