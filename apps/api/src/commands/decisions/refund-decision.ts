import { yuan } from '../../platform/money/money.rules.ts';
import { getRefundableAmount, approveRefund } from '../../payment/refund/decide.action.ts';
import type { Decision } from './decision.ts';

/** A refund that needs two people: its number and a note. */
export const refundDecision: Decision = {
  role: 'finance',
  facts: async ({ db }, [number = '']) =>
    `退款 ${number}，¥${yuan(await getRefundableAmount(db, number))}`,
  async run(api, [number = '', note = ''], { proposed_by, confirmed_by }) {
    await approveRefund(api, number, confirmed_by, { note, proposed_by });
    return `已批准 ${number}`;
  },
};
