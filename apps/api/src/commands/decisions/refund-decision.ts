import { yuan } from '../../platform/money/money.rules.ts';
import type { Db } from '../../platform/database/database.ts';
import { NotPossibleError } from '../../platform/http/not-possible.ts';
import { getRefundableAmount, approveRefund } from '../../payment/refund/decide.action.ts';
import { findRefund, type Refund } from '../../payment/refund-record/refund.store.ts';
import type { Decision } from './decision.ts';

export async function requireRefund(db: Db, number: string): Promise<Refund> {
  const refund = await findRefund(db, number);
  if (!refund) throw new NotPossibleError('没有这笔退款');
  return refund;
}

/** A refund that needs two people: its number and a note. */
export const refundDecision: Decision = {
  role: 'finance',
  async subject({ db }, [number = '']) {
    const refund = await requireRefund(db, number);
    return { site_ids: [refund.site_id], user_ids: [refund.user_id] };
  },
  facts: async ({ db }, [number = '']) =>
    `退款 ${number}，¥${yuan(await getRefundableAmount(db, number))}`,
  async run(api, [number = '', note = ''], { proposed_by, confirmed_by }) {
    await approveRefund(api, number, confirmed_by, { note, proposed_by });
    return `已批准 ${number}`;
  },
};
