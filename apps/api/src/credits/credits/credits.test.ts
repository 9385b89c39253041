import { learnDetail, learnJoin, learnSummary } from '@cme/contract/study';
import { certificateList, creditsApply, creditsList, creditsSummary } from '@cme/contract/credits';
import { eq } from 'drizzle-orm';
import { beforeAll, describe, expect, it } from 'vitest';
import { startApiForFile } from '../../../test/api-for-file.ts';
import { type Learner, newCourse, newLearner } from '../../../test/learner.ts';
import { verifyFacts } from '../../../test/facts.ts';
import { studied } from '../../../test/study.ts';
import { learning } from '../../study/learning/learning.tables.ts';
import { markExam, markSurvey } from '../../study/learning/outcome.action.ts';
import { revokeLearnings, studyShare } from '../../study/learning/revoke.action.ts';
import { addRecord, type NewRecord } from './credits.store.ts';
import { readRefundBlockers } from '../certificate/blockers.store.ts';
import { creditRecord } from './credits.tables.ts';
import { completion } from '../certificate/issuing/completion.action.ts';
import { refusal, refusalMessage } from '../../../test/refusal.ts';
import { newCreditRule } from '../../../test/credit-rule.ts';

const api = await startApiForFile();
beforeAll(async () => {
  await newCreditRule(api, {
    scope: { series: ['01'] },
    kind_caps: [{ kind: 'self_study', max_credits: 10 }],
    note: '说明',
  });
  await newCreditRule(api, { rule_id: 'b', name: '专业技术人员', need_credits: 0 });
  await newCreditRule(api, {
    rule_id: 'c',
    name: '乡村医生',
    scope: { levels: ['D'] },
    need_hours: 40,
    need_public: 0,
    need_pro: 0,
    need_credits: 0,
  });
});

const row = (learner: Learner, more: Partial<NewRecord>): NewRecord => ({
  site_id: 'main',
  user_id: learner.user_id,
  year: 2026,
  subject_kind: 'pro',
  kind: 'project',
  hours: 3,
  credits: 1,
  source_type: 'manual',
  source_id: Math.random().toString(36),
  title: '登记',
  status: 'granted',
  created_at: api.clock.now(),
  granted_at: api.clock.now(),
  ...more,
});
const add = (rows: NewRecord[]) =>
  api.db.transaction(async (tx) => {
    for (const [index, one] of rows.entries())
      await addRecord(tx, { ...one, created_at: new Date(one.created_at.getTime() + index) });
  });

describe('a completed course', () => {
  it('grants its hours and credits at once, as two figures, with its certificate', async () => {
    const learner = await newLearner(api);
    const learning_id = await studied(
      api,
      learner,
      await newCourse(api, {
        title: '压疮护理',
        hours: 6,
        credits: 1.5,
        project_no: '2026-13-001',
      }),
    );
    const { list, total } = await api.send(creditsList, {}, learner);
    expect(total).toBe(1);
    expect(list[0]).toMatchObject({
      title: '压疮护理',
      hours: 6,
      credits: 1.5,
      year: 2026,
      status: 'granted',
      status_name: '已授予',
      source_name: '在线课程',
      project_no: '2026-13-001',
      note: '',
    });
    expect(list[0]?.cert_no).toMatch(/^2026-0000-P-\d{7}-\d$/);
    expect(await api.send(creditsApply, { learning_id }, learner)).toEqual(list[0]);
    expect(await api.send(learnSummary, {}, learner)).toMatchObject({
      got_hours: 6,
      got_credits: 1.5,
    });
  });

  it('waits for its examination, then for its survey, and says so', async () => {
    const learner = await newLearner(api);
    const learning_id = await studied(
      api,
      learner,
      await newCourse(api, { has_exam: 'Y', has_survey: 'Y' }),
    );
    const state = async () => api.send(learnDetail, { learning_id }, learner);
    const at = () => api.clock.now();
    expect(await state()).toMatchObject({
      learn_status: 'study_done',
      learn_status_name: '待考试',
      missing: ['还差结课考试', '还差课程问卷'],
    });
    expect(await refusal(api.send(creditsApply, { learning_id }, learner))).toBe('cert_unmet');
    expect(await refusalMessage(api.send(creditsApply, { learning_id }, learner))).toContain(
      '还差结课考试',
    );
    await api.db.transaction((tx) => markExam(tx, completion, learning_id, 'failed', at()));
    expect(await state()).toMatchObject({
      learn_status: 'exam_failed',
      learn_status_name: '考试未通过',
      missing: ['考试未通过，次数已用完', '还差课程问卷'],
    });
    await api.db.transaction((tx) => markExam(tx, completion, learning_id, 'none', at()));
    expect(await state()).toMatchObject({ learn_status: 'study_done' });
    await api.db.transaction((tx) => markExam(tx, completion, learning_id, 'passed', at()));
    await api.db.transaction((tx) => markExam(tx, completion, learning_id, 'failed', at()));
    expect(await state()).toMatchObject({
      learn_status: 'study_done',
      learn_status_name: '待评价',
      missing: ['还差课程问卷'],
    });
    expect(await refusalMessage(api.send(creditsApply, { learning_id }, learner))).toBe(
      '请先完成评价后，再进行学分申请！',
    );
    expect(await refusal(api.send(creditsApply, { learning_id }, learner))).toBe('survey_first');
    expect((await api.send(creditsSummary, {}, learner)).next_steps[0]).toMatchObject({
      to: 'learn',
      text: '1门课程待评价，提交评价即授予学时学分',
    });
    expect((await api.send(creditsList, {}, learner)).total).toBe(0);
    await api.db.transaction((tx) => markSurvey(tx, completion, learning_id, at()));
    expect(await state()).toMatchObject({ learn_status: 'completed', missing: [] });
    expect((await api.send(creditsList, {}, learner)).total).toBe(1);
  });

  it('grants nothing to anybody else', async () => {
    const [learner, other] = [await newLearner(api), await newLearner(api)];
    const learning_id = await studied(api, learner, await newCourse(api));
    expect(await refusal(api.send(creditsApply, { learning_id }, other))).toBe('not_found');
    expect((await api.send(creditsList, {}, other)).list).toEqual([]);
  });
});

describe('a refund', () => {
  it('reverses granted credits by rows of the opposite sign, and revokes the certificate', async () => {
    const learner = await newLearner(api);
    const course = await newCourse(api, { hours: 6, credits: 2 });
    const learning_id = await studied(api, learner, course, {
      source: 'order',
      source_id: 'item1',
    });
    expect(await studyShare(api.db, learner.user_id, [course.id])).toEqual(
      new Map([[course.id, { finished: 1, total: 1 }]]),
    );
    expect(await readRefundBlockers(api.db, learner.user_id, [learning_id])).toEqual(
      new Map([[learning_id, { credits: true, certificate: true }]]),
    );
    const before = await api.db
      .select()
      .from(creditRecord)
      .where(eq(creditRecord.user_id, learner.user_id));
    api.clock.pass(1);
    for (const expected of [[learning_id], []]) {
      expect(
        await api.db.transaction((tx) =>
          revokeLearnings(tx, completion, { source: 'order', source_id: 'item1' }, api.clock.now()),
        ),
      ).toEqual(expected);
    }
    const after = await api.db
      .select()
      .from(creditRecord)
      .where(eq(creditRecord.user_id, learner.user_id))
      .orderBy(creditRecord.id);
    expect(
      after.map(({ hours, credits, status, source_type }) => [hours, credits, status, source_type]),
    ).toEqual([
      [6, 2, 'reversed', 'course'],
      [-6, -2, 'granted', 'reversal'],
    ]);
    expect(after[0]).toEqual({ ...before[0]!, status: 'reversed' });
    expect(await api.send(creditsSummary, {}, learner)).toMatchObject({
      got: { hours: 0, credits: 0 },
    });
    expect((await api.send(certificateList, {}, learner)).list).toMatchObject([
      { cert_status: 'revoked', reason: '退款' },
    ]);
    expect(await readRefundBlockers(api.db, learner.user_id, [learning_id])).toEqual(
      new Map([[learning_id, { credits: false, certificate: false }]]),
    );
  });
});

describe('a year', () => {
  it('uses the most specific rule for the person', async () => {
    const [nurse, teacher] = [await newLearner(api), await newLearner(api)];
    expect((await api.send(creditsSummary, {}, nurse)).rule).toMatchObject({
      name: '卫生',
      need_credits: 25,
      note: '说明',
    });
    await api.db.execute(
      `update "user" set series_code = '12' where user_id = '${teacher.user_id}'`,
    );
    const stated = (await api.send(creditsSummary, {}, teacher)).rule;
    expect(stated).toMatchObject({ name: '卫生', need_hours: 90, need_credits: 25 });
    expect(stated.note).toContain('您填报的“专业系列”尚未核实');
    await verifyFacts(api, teacher, { series_code: '12' });
    expect((await api.send(creditsSummary, {}, teacher)).rule).toMatchObject({
      name: '专业技术人员',
      need_credits: 0,
      note: '',
    });
    await verifyFacts(api, teacher, { level: 'D', series_code: '01' });
    expect((await api.send(creditsSummary, { year: 2030 }, teacher)).rule).toMatchObject({
      name: '乡村医生',
      need_hours: 40,
    });
    expect(await api.send(creditsSummary, { year: 2020 }, nurse)).toMatchObject({
      year_status: 'unmet',
      needs: [],
    });
  });

  it('counts granted credits, shows pending ones and applies caps', async () => {
    const learner = await newLearner(api);
    await add([
      row(learner, { subject_kind: 'public', hours: 30, credits: 10 }),
      row(learner, { hours: 48, credits: 5 }),
      row(learner, { kind: 'self_study', hours: 24, credits: 8 }),
      row(learner, { kind: 'self_study', hours: 12, credits: 4, title: '读书' }),
      row(learner, { hours: 2, credits: 3, status: 'pending', granted_at: null }),
      row(learner, { year: 2025, hours: 9, credits: 9 }),
    ]);
    const summary = await api.send(creditsSummary, {}, learner);
    expect(summary).toMatchObject({
      year: 2026,
      years: [2026, 2025],
      got: { hours: 114, credits: 25 },
      pending: { hours: 2, credits: 3 },
      capped: { hours: 0, credits: 2 },
      public_hours: 30,
      pro_hours: 84,
      year_status: 'met',
      year_status_name: '达标',
    });
    expect(summary.kinds.find(({ kind }) => kind === 'self_study')).toEqual({
      kind: 'self_study',
      name: '有计划的自学',
      hours: 36,
      credits: 10,
      max_credits: 10,
      capped_credits: 2,
    });
    expect(await api.send(learnSummary, {}, learner)).toMatchObject({
      got_hours: 114,
      got_credits: 25,
    });
    expect(summary.next_steps).toEqual([
      { text: '本年度已达标，可以申请年度合格证书', to: 'mycertificate' },
    ]);
    const { list } = await api.send(creditsList, { year: 2026 }, learner);
    expect(list.find(({ title }) => title === '读书')?.note).toBe(
      '本类学分每年最多计10分，其中2分不计入',
    );
    expect(list.find(({ status }) => status === 'pending')).toMatchObject({
      status_name: '待审核',
      granted_at: '',
    });
  });

  it('lists what is missing with links', async () => {
    const learner = await newLearner(api);
    await api.send(learnJoin, { id: (await newCourse(api)).id }, learner);
    await add([
      row(learner, { hours: 60, credits: 10 }),
      row(learner, {
        subject_kind: 'public',
        hours: 30,
        credits: 15,
        status: 'pending',
        granted_at: null,
      }),
    ]);
    const summary = await api.send(creditsSummary, {}, learner);
    expect(summary).toMatchObject({
      year_status: 'met_with_pending',
      year_status_name: '含待审核达标',
    });
    expect(summary.needs.map(({ key, missing, pending }) => [key, missing, pending])).toEqual([
      ['hours', 30, 30],
      ['public', 30, 30],
      ['pro', 0, 0],
      ['credits', 15, 15],
    ]);
    expect(summary.next_steps.map(({ to }) => to)).toEqual([
      'learn',
      'publicneed',
      'changecredits',
    ]);
  });

  it('is the year of completion in Shanghai time', async () => {
    api.clock.set('2026-12-31T16:00:00Z');
    const learner = await newLearner(api);
    await studied(api, learner, await newCourse(api, { year: 2024 }));
    expect((await api.send(creditsList, { year: 2027 }, learner)).total).toBe(1);
  });
});

describe('a course counts once in a year', () => {
  const expire = (learningId: string) =>
    api.db
      .update(learning)
      .set({ study_end_at: new Date(api.clock.now().getTime() - 1000) })
      .where(eq(learning.learning_id, learningId));
  const pass = (learningId: string) =>
    api.db.transaction((tx) => markExam(tx, completion, learningId, 'passed', api.clock.now()));

  it.each<[string, number, (learner: Learner) => Promise<void>]>([
    [
      'completed',
      1,
      async (learner) => {
        await studied(api, learner, await newCourse(api, { hours: 3, credits: 1 }));
      },
    ],
    [
      'completed, and opened again',
      1,
      async (learner) => {
        const course = await newCourse(api, { hours: 3, credits: 1 });
        const first = await studied(api, learner, course);
        const { learning_id } = await api.send(learnJoin, { id: course.id }, learner);
        expect(learning_id).toBe(first);
        expect(await api.send(learnDetail, { learning_id }, learner)).toMatchObject({
          learn_status: 'completed',
          progress: 100,
        });
      },
    ],
    [
      'expired, joined again and completed',
      1,
      async (learner) => {
        const course = await newCourse(api, { hours: 3, credits: 1 });
        await expire((await api.send(learnJoin, { id: course.id }, learner)).learning_id);
        await studied(api, learner, course);
      },
    ],
    [
      'completed in the second cycle, and the examination of the first is passed late',
      1,
      async (learner) => {
        const course = await newCourse(api, { hours: 3, credits: 1, has_exam: 'Y' });
        const first = await studied(api, learner, course);
        await expire(first);
        const second = await studied(api, learner, course);
        expect(second).not.toBe(first);
        await pass(second);
        await pass(first);
      },
    ],
    [
      'cancelled, joined again and completed',
      1,
      async (learner) => {
        const course = await newCourse(api, { hours: 3, credits: 1 });
        const { learning_id } = await api.send(learnJoin, { id: course.id }, learner);
        await api.db
          .update(learning)
          .set({ learn_status: 'revoked' })
          .where(eq(learning.learning_id, learning_id));
        await studied(api, learner, course);
      },
    ],
    [
      'expired twice and never completed',
      0,
      async (learner) => {
        const course = await newCourse(api, { hours: 3, credits: 1 });
        await expire((await api.send(learnJoin, { id: course.id }, learner)).learning_id);
        await expire((await api.send(learnJoin, { id: course.id }, learner)).learning_id);
      },
    ],
  ])('%s: %i', async (_, grants, act) => {
    const learner = await newLearner(api);
    await act(learner);
    const rows = await api.db
      .select()
      .from(creditRecord)
      .where(eq(creditRecord.user_id, learner.user_id));
    expect(rows.filter(({ status }) => status === 'granted')).toHaveLength(grants);
  });
});
