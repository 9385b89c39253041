import { ulid } from 'ulid';
import type { CallRequest } from '../../platform/http/answer.ts';
import type { Db } from '../../platform/database/database.ts';
import { RefusalError } from '../../platform/http/refusal.ts';
import { formatTime } from '../../platform/http/format-time.ts';
import type { refundApply } from '@cme/contract/payment';
import type { AppContext } from '../../platform/context/context.ts';
import type { Jobs } from '../../platform/jobs/jobs.ts';
import { yuan } from '../../platform/money/money.rules.ts';
import { resumeInvoice } from '../invoice/reverse.action.ts';
import { lockOpened, resumeStudy, suspendStudy } from '../../study/learning/suspend.action.ts';
import { readOrderItems, lockOrder } from '../order/order.store.ts';
import { refundables } from './preview.view.ts';
import {
  type RefundStatus,
  refundStatuses,
  refundStatusNames,
} from '../refund-record/refund.rules.ts';
import { blockWords } from '../refund-record/refund.rules.ts';
import {
  findByRequest,
  findRefund,
  insertRefund,
  itemsOfRefund,
  lockRefund,
  moveRefund,
  type Refund,
  readRefundStates,
} from '../refund-record/refund.store.ts';
import type { CompletionEffects } from '../../study/learning/completion.effects.ts';

type RefundContext = Pick<AppContext, 'db' | 'jobs' | 'now'>;

const noRefund = () => new RefusalError(404, '没有找到该退款申请', 'not_found');

/** Requests a refund. The amounts are calculated while order and enrolments are locked; repeating
 * the request returns the same refund. Study of refundable items is suspended from now on. */
export async function applyRefund({
  context,
  body,
  person,
  site,
  db,
}: CallRequest<typeof refundApply>): Promise<Refund> {
  const now = context.now();
  return db.transaction(async (tx) => {
    const order = await lockOrder(tx, body.order_code);
    if (order?.user_id !== person.user_id || order.site_id !== site.site_id)
      throw new RefusalError(404, '没有找到该订单', 'not_found');
    const before = await findByRequest(tx, person.user_id, body.request_id);
    if (before) return findSameRequest(tx, before, body);
    await lockOpened(
      tx,
      (await readOrderItems(tx, order.order_code)).map(({ order_item_id }) => order_item_id),
    );
    const rows = await refundables(tx, order, now);
    const itemIds = [...new Set(body.order_item_ids)].map((id) =>
      rows.find(({ item }) => item.order_item_id === id),
    );
    const items = itemIds.flatMap((row) => row ?? []);
    if (items.length !== itemIds.length)
      throw new RefusalError(404, '没有找到所选的内容', 'not_found');
    for (const { item, block } of items)
      if (block)
        throw new RefusalError(
          400,
          `《${item.snapshot.title}》${blockWords[block]}`,
          'refund_blocked',
        );
    const refund_no = ulid(now.getTime());
    await insertRefund(
      tx,
      {
        refund_no,
        site_id: order.site_id,
        user_id: order.user_id,
        order_code: order.order_code,
        trade_no: order.trade_no,
        kind: 'learner',
        request_id: body.request_id,
        amount_fen: items.reduce((sum, { amount_fen }) => sum + amount_fen, 0),
        reason: body.reason,
        refund_status: 'pending',
        created_at: now,
      },
      items.map(({ item, amount_fen, finished, total }) => ({
        order_item_id: item.order_item_id,
        title: item.snapshot.title,
        amount_fen,
        finished_sections: finished,
        total_sections: total,
      })),
    );
    await suspendStudy(
      tx,
      items.map(({ item }) => item.order_item_id),
      { refund_no, order_code: order.order_code },
      'refund_pending',
    );
    const created = await findRefund(tx, refund_no);
    if (!created) throw new Error('a refund was not inserted');
    return created;
  });
}

async function findSameRequest(
  tx: Db,
  before: Refund,
  body: { order_code: string; order_item_ids: string[] },
): Promise<Refund> {
  const items = new Set(
    (await itemsOfRefund(tx, before.refund_no)).map(({ order_item_id }) => order_item_id),
  );
  const wantedIds = new Set(body.order_item_ids);
  if (
    before.order_code !== body.order_code ||
    wantedIds.size !== items.size ||
    ![...wantedIds].every((id) => items.has(id))
  )
    throw new RefusalError(409, '请求已被使用，请刷新页面后重试', 'request_reused');
  return before;
}

/** Withdraws an undecided request: study resumes at once. Idempotent. */
export async function cancelRefund(
  { db, jobs, now }: RefundContext,
  completion: CompletionEffects,
  owner: { user_id: string; site_id: string },
  refundNo: string,
): Promise<Refund> {
  const at = now();
  return db.transaction(async (tx) => {
    const existing = await findRefund(tx, refundNo);
    if (!existing || !isOwn(existing, owner)) throw noRefund();
    await lockOrder(tx, existing.order_code);
    const refund = await lockRefund(tx, refundNo);
    if (!refund) throw noRefund();
    if (refund.refund_status === 'canceled') return refund;
    if (refund.refund_status !== 'pending')
      throw new RefusalError(400, '退款申请已处理，不能取消', 'refund_blocked');
    const after = await moveRefund(
      tx,
      refund,
      'canceled',
      { actor_type: 'learner', actor_id: owner.user_id, at },
      { finished_at: at },
    );
    await resumeAfterRefund(tx, completion, jobs, refund, at);
    return after;
  });
}

/** After a request was withdrawn or rejected: resumes study, and issues an invoice that waited for
 * it. */
export async function resumeAfterRefund(
  tx: Db,
  completion: CompletionEffects,
  jobs: Jobs,
  { refund_no, order_code }: Refund,
  at: Date,
): Promise<void> {
  await resumeStudy(
    tx,
    completion,
    (await itemsOfRefund(tx, refund_no)).map(({ order_item_id }) => order_item_id),
    refund_no,
    at,
  );
  await resumeInvoice(tx, jobs, order_code);
}

export async function findOwnRefund(
  db: Db,
  owner: { user_id: string; site_id: string },
  refundNo: string,
): Promise<Refund> {
  const refund = await findRefund(db, refundNo);
  if (!refund || !isOwn(refund, owner)) throw noRefund();
  return refund;
}

const isOwn = (refund: Refund, { user_id, site_id }: { user_id: string; site_id: string }) =>
  refund.user_id === user_id && refund.site_id === site_id;

/** A refund for its learner. */
export async function toRefundReply(db: Db, refund: Refund) {
  const items = await itemsOfRefund(db, refund.refund_no);
  const timeline = (await readRefundStates(db, refund.refund_no)).sort(
    (a, b) =>
      a.at.getTime() - b.at.getTime() ||
      refundStatuses.indexOf(a.to as RefundStatus) - refundStatuses.indexOf(b.to as RefundStatus),
  );
  return {
    refund_no: refund.refund_no,
    order_code: refund.order_code,
    refund_status: refund.refund_status,
    refund_status_name: refundStatusNames[refund.refund_status],
    amount: yuan(refund.amount_fen),
    reason: refund.reason,
    note: refund.note,
    items: items.map(({ order_item_id, title, amount_fen }) => ({
      order_item_id,
      title,
      amount: yuan(amount_fen),
    })),
    created_at: formatTime(refund.created_at),
    finished_at: refund.finished_at ? formatTime(refund.finished_at) : '',
    timeline: timeline.map(({ to, at }) => ({
      status: to,
      status_name: refundStatusNames[to as RefundStatus] ?? to,
      at: formatTime(at),
    })),
    can_cancel: refund.refund_status === 'pending',
  };
}
