import type { House } from '../../house.ts';
import { reverseInvoice } from '../invoice/reverse.ts';
import { setRefunding } from '../order/book.ts';
import { lockOrder } from '../order/order.store.ts';
import { sendQueue } from './automatic.ts';
import { refundables } from './preview.ts';
import { findRefund, itemsOfRefund, lockRefund, moveRefund, type Refund } from './refund.store.ts';
import { endRefund, tell } from './send.ts';
import { yuan } from '../catalogue/catalogue.rules.ts';

type Office = Pick<House, 'db' | 'jobs' | 'now'>;

/** Why staff cannot do what they asked for; the message is for them. */
export class NotDecidable extends Error {}

/** Approves an application, or tries a failed refund again. What was granted since it was asked for stops it. An issued invoice is reversed in the same step. */
export async function approveRefund({ db, jobs, now }: Office, refundNo: string, by: string, note = ''): Promise<Refund> {
  return db.transaction(async (tx) => {
    const known = await findRefund(tx, refundNo);
    const order = known && (await lockOrder(tx, known.order_code));
    const refund = known && (await lockRefund(tx, refundNo));
    if (!order || !refund) throw new NotDecidable('there is no such refund');
    const at = now();
    const staff = { actor_type: 'staff' as const, actor_id: by, at };
    if (refund.refund_status === 'pending') {
      const standing = new Set((await itemsOfRefund(tx, refundNo)).map(({ order_item_id }) => order_item_id));
      // Its own application is no obstacle; the end of the window was checked when it was made.
      const rows = await refundables(tx, order, refund.created_at);
      const blocked = rows.find(({ item, blocked: why }) => standing.has(item.order_item_id) && why !== '' && why !== '已申请退款');
      if (blocked) throw new NotDecidable(blocked.blocked);
    } else if (refund.refund_status !== 'failed') throw new NotDecidable(`the refund is ${refund.refund_status}`);
    await reverseInvoice(tx, order.order_code, '退款', at);
    if (refund.kind === 'learner') await setRefunding(tx, order, at);
    const set = { audit_by: by, audit_at: at, note, asked_at: null };
    const after = refund.refund_status === 'failed' ? await moveRefund(tx, refund, 'processing', staff, set) : await moveRefund(tx, refund, 'approved', staff, set);
    await jobs.enqueue(tx, sendQueue, { refund_no: refundNo });
    return after;
  });
}

export async function rejectRefund({ db, now }: Office, refundNo: string, by: string, note: string): Promise<Refund> {
  if (note.trim().length < 5) throw new NotDecidable('a reason of at least five characters is needed');
  return db.transaction(async (tx) => {
    const refund = await lockRefund(tx, refundNo);
    if (!refund || !['pending', 'failed'].includes(refund.refund_status) || (refund.refund_status === 'failed' && refund.kind !== 'learner')) throw new NotDecidable('only an open application can be rejected');
    const at = now();
    await tell(tx, refund, '退款申请未通过', `您的退款申请（${yuan(refund.amount_fen)} 元）未通过：${note}`, at);
    return moveRefund(tx, refund, 'rejected', { actor_type: 'staff', actor_id: by, reason: note, at }, { audit_by: by, audit_at: at, note, finished_at: at });
  });
}

/** A refund that no gateway makes was made by hand, such as a bank transfer. */
export async function confirmRefund(office: Office, refundNo: string, bankNo: string): Promise<void> {
  const refund = await findRefund(office.db, refundNo);
  if (refund?.refund_status !== 'processing') throw new NotDecidable('only a refund that is under way can be confirmed');
  await endRefund(office, refundNo, { state: 'success', gateway_no: bankNo, amount_fen: refund.amount_fen });
}
