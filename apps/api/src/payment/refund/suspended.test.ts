import { CallError } from '@cme/commons/api-client';
import { contentDetail } from '@cme/contract/content';
import {
  examIntro,
  examStart,
  learnDetail,
  playerCourse,
  playerEnter,
  surveySubmit,
} from '@cme/contract/study';
import { certificateApply } from '@cme/contract/credits';
import {
  orderCreate,
  orderDetail,
  refundApply,
  refundCancel,
  refundDetail,
  refundPreview,
} from '@cme/contract/payment';
import { eq } from 'drizzle-orm';
import { ulid } from 'ulid';
import { describe, expect, it, vi } from 'vitest';
import { newBank, newSurvey, usualRules } from '../../../test/exam.ts';
import { startApiForFile } from '../../../test/api-for-file.ts';
import {
  applyForRefund,
  type Purchase,
  purchaseBy,
  playing,
  studiedBehind,
} from '../../../test/pay/refund.ts';
import { newLearner } from '../../../test/learner.ts';
import { paidCourse, payOrder } from '../../../test/pay/trade.ts';
import { insertPapers, insertQuestions, publishPaper } from '../../study/exam/paper/paper.store.ts';
import { usualPolicy } from '../../study/exam/paper/paper.rules.ts';
import { learning } from '../../study/learning/learning.tables.ts';
import { stateLog } from '../../platform/state-log/state-log.tables.ts';
import { message } from '../../person/message/message.tables.ts';
import { deliverOrder } from '../order/deliver.job.ts';
import { approveRefund, rejectRefund } from './decide.action.ts';
import { refund } from '../refund-record/refund.tables.ts';
import { completion } from '../../credits/certificate/issuing/completion.action.ts';

const api = await startApiForFile();

const refusal = (promise: Promise<unknown>) =>
  promise.then(
    () => 'accepted',
    (error: unknown) => (error instanceof CallError ? (error.code ?? error.message) : error),
  );
const threeParts = () => paidCourse(api, 6000, { title: '糖尿病', lengths: [60, 60, 60] });
const approve = (refundNo: string) => approveRefund(api.context, refundNo, 'finance');
const findRefundRow = async (refundNo: string) =>
  (await api.db.select().from(refund).where(eq(refund.refund_no, refundNo)))[0];

/** Removes the mark, as if an older API without suspension had written the row. */
const unmarked = ({ learning_id }: Purchase) =>
  api.db.update(learning).set({ suspension: '' }).where(eq(learning.learning_id, learning_id));

/** A course with an examination, and its buyer. */
async function withExam() {
  const course = await paidCourse(api, 6000, { has_exam: 'Y' });
  const [paper_id, discipline] = [ulid(), ulid()];
  await insertQuestions(
    api.db,
    newBank(discipline, { A1: 8, X: 4, J: 4, A34: 2 }),
    api.clock.now(),
  );
  await insertPapers(
    api.db,
    [
      {
        paper_id,
        title: '结课考试',
        disciplines: [discipline],
        rules: usualRules,
        policy: usualPolicy,
        open_at: null,
        close_at: null,
      },
    ],
    [{ site_id: 'main', content_id: course.id, paper_id }],
  );
  await publishPaper(api.db, paper_id, api.clock.now());
  return { paper_id, bought: await purchaseBy(api, course, '60.00') };
}

describe('a refund is decided on the facts at the decision', () => {
  it('pays nothing for courses completed and credited meanwhile', async () => {
    const bought = await purchaseBy(api, await threeParts(), '60.00');
    const { refund_no, amount } = await applyForRefund(api, bought);
    expect(amount).toBe('60.00');
    await unmarked(bought);
    await studiedBehind(api, bought, 3);
    expect(
      await api.send(learnDetail, { learning_id: bought.learning_id }, bought.learner),
    ).toMatchObject({ learn_status: 'completed' });
    expect(
      (await api.send(refundPreview, { order_code: bought.order_code }, bought.learner)).items[0]
        ?.blocked,
    ).toBe('已授予学分，不可退款');
    await expect(approve(refund_no)).rejects.toThrow('《糖尿病》已授予学分，不可退款');
    expect(await findRefundRow(refund_no)).toMatchObject({ refund_status: 'pending' });
  });

  it('pays the lower amount, keeps the requested one, and notifies the learner', async () => {
    const bought = await purchaseBy(api, await threeParts(), '60.00');
    const { refund_no } = await applyForRefund(api, bought);
    await unmarked(bought);
    await studiedBehind(api, bought, 1);
    await approve(refund_no);
    expect(await findRefundRow(refund_no)).toMatchObject({
      refund_status: 'approved',
      amount_fen: 4000,
      asked_fen: 6000,
    });
    expect(await api.send(refundDetail, { refund_no }, bought.learner)).toMatchObject({
      amount: '40.00',
      items: [{ amount: '40.00' }],
    });
    const told = await api.db
      .select()
      .from(message)
      .where(eq(message.user_id, bought.learner.user_id));
    expect(told).toContainEqual(
      expect.objectContaining({
        title: '退款金额有变化',
        text: '您申请退款 60.00 元。审核时按最新学习进度重新计算，实际退款 40.00 元。',
      }),
    );
    const log = await api.db.select().from(stateLog).where(eq(stateLog.entity_id, refund_no));
    expect(log).toContainEqual(
      expect.objectContaining({ to: 'approved', actor_id: 'finance', reason: '60.00 → 40.00' }),
    );
  });

  it('never pays more than requested', async () => {
    const bought = await purchaseBy(api, await threeParts(), '60.00');
    await studiedBehind(api, bought, 2);
    const { refund_no, amount } = await applyForRefund(api, bought);
    expect(amount).toBe('20.00');
    await approve(refund_no);
    expect(await findRefundRow(refund_no)).toMatchObject({ amount_fen: 2000, asked_fen: null });
  });

  it('is blocked by an attempt that starts concurrently', async () => {
    const { bought, paper_id } = await withExam();
    await studiedBehind(api, bought, 1);
    const { learning_id, learner, order_code, item } = bought;
    await api.send(examStart, { paper_id, learning_id }, learner);
    expect(
      await refusal(
        api.send(
          refundApply,
          { order_code, order_item_ids: [item], request_id: ulid(), reason: '买错了' },
          learner,
        ),
      ),
    ).toBe('refund_blocked');
  });
});

describe('study during a pending refund request', () => {
  it('refuses entering and beats, cached ones too, and counts none of them', async () => {
    const bought = await purchaseBy(api, await threeParts(), '60.00');
    const beat = await playing(api, bought.learner, bought.course.sections[0]!);
    await beat([]);
    for (let index = 0; index < 30; index += 15) {
      api.clock.pass(15_000);
      expect((await beat([[index, index + 15]])).accepted_seconds).toBe(15);
    }
    await applyForRefund(api, bought);
    api.clock.pass(15_000);
    for (const _ of [1, 2]) expect(await refusal(beat([[30, 45]]))).toBe('refund_pending');
    expect(
      await refusal(
        api.send(playerEnter, { section_id: bought.course.sections[1]! }, bought.learner),
      ),
    ).toBe('refund_pending');
    const course = await api.send(playerCourse, { course_id: bought.course.id }, bought.learner);
    expect(course).toMatchObject({
      learn_status: 'suspended',
      suspension: { order_code: bought.order_code, can_withdraw: true },
    });
  });

  it('resumes at once after withdrawal or rejection', async () => {
    const bought = await purchaseBy(api, await threeParts(), '60.00');
    const beat = await playing(api, bought.learner, bought.course.sections[0]!);
    await beat([]);
    const first = await applyForRefund(api, bought);
    api.clock.pass(15_000);
    expect(await refusal(beat([[0, 15]]))).toBe('refund_pending');
    await api.send(refundCancel, { refund_no: first.refund_no }, bought.learner);
    expect((await beat([[0, 15]])).accepted_seconds).toBe(15);
    const second = await applyForRefund(api, bought);
    expect(await refusal(beat([]))).toBe('refund_pending');
    await rejectRefund(api.context, completion, second.refund_no, 'finance', '已超出协议约定范围');
    expect(await refusal(beat([]))).toBe('accepted');
    expect(
      (await api.send(learnDetail, { learning_id: bought.learning_id }, bought.learner)).suspension,
    ).toBeUndefined();
  });

  it('is shown as suspended with its refund wherever the course is shown', async () => {
    const bought = await purchaseBy(api, await threeParts(), '60.00');
    const { refund_no } = await applyForRefund(api, bought);
    const suspension = { refund_no, order_code: bought.order_code, can_withdraw: true };
    expect(
      await api.send(learnDetail, { learning_id: bought.learning_id }, bought.learner),
    ).toMatchObject({ learn_status: 'suspended', learn_status_name: '学习已暂停', suspension });
    expect(await api.send(contentDetail, { id: bought.course.id }, bought.learner)).toMatchObject({
      action: 'closed',
      my_learning: { learn_status: 'suspended', suspension },
    });
    await approve(refund_no);
    expect(
      await api.send(learnDetail, { learning_id: bought.learning_id }, bought.learner),
    ).toMatchObject({ suspension: { can_withdraw: false } });
    expect(await refusal(api.send(refundCancel, { refund_no }, bought.learner))).toBe(
      'refund_blocked',
    );
  });

  it('refuses examinations, surveys and credits', async () => {
    const { bought, paper_id } = await withExam();
    const { learning_id, learner, course } = bought;
    const { survey_id } = await newSurvey(api, course.id);
    await applyForRefund(api, bought);
    expect(await refusal(api.send(examStart, { paper_id, learning_id }, learner))).toBe(
      'refund_pending',
    );
    expect(await api.send(examIntro, { course_id: course.id }, learner)).toMatchObject({
      exam_action: 'closed',
      reason: '退款申请处理期间，学习和考试已暂停',
    });
    expect(
      await refusal(
        api.send(surveySubmit, { course_id: course.id, survey_id, answers: [] }, learner),
      ),
    ).toBe('refund_pending');
    expect(await refusal(api.send(certificateApply, { learning_id }, learner))).toBe(
      'refund_pending',
    );
  });

  it('completes nothing that was finished just before, until it resumes', async () => {
    const bought = await purchaseBy(api, await threeParts(), '60.00');
    await studiedBehind(api, bought, 2);
    const { refund_no } = await applyForRefund(api, bought);
    await studiedBehind(
      api,
      { ...bought, course: { ...bought.course, sections: bought.course.sections.slice(2) } },
      1,
    );
    expect(
      await api.db.select().from(learning).where(eq(learning.learning_id, bought.learning_id)),
    ).toMatchObject([{ learn_status: 'studying', credit_status: 'none' }]);
    await api.send(refundCancel, { refund_no }, bought.learner);
    expect(
      await api.send(learnDetail, { learning_id: bought.learning_id }, bought.learner),
    ).toMatchObject({ learn_status: 'completed' });
  });

  it('is suspended on delivery if that comes after the request', async () => {
    const course = await threeParts();
    const learner = await newLearner(api);
    const { order_code } = await api.send(
      orderCreate,
      { item: { id: course.id }, seen_amount: '60.00', request_id: ulid() },
      learner,
    );
    await payOrder(api, order_code);
    const item = (await api.send(orderDetail, { order_code }, learner)).items[0]!.order_item_id;
    await api.send(
      refundApply,
      { order_code, order_item_ids: [item], request_id: ulid(), reason: '买错了' },
      learner,
    );
    await deliverOrder(api.context, order_code);
    expect(await refusal(api.send(playerEnter, { section_id: course.sections[0]! }, learner))).toBe(
      'refund_pending',
    );
  });
});

it('a cached beat is still one statement', async () => {
  const bought = await purchaseBy(api, await threeParts(), '60.00');
  const beat = await playing(api, bought.learner, bought.course.sections[0]!);
  await beat([]);
  await beat([]);
  const prepare = vi.spyOn(api.db._.session, 'prepareQuery');
  await beat([]);
  expect(
    prepare.mock.calls.map(([, , name]) => name).filter((name) => name?.startsWith('player_')),
  ).toEqual(['player_write']);
  prepare.mockRestore();
});
