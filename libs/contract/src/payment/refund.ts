import * as z from 'zod/mini';
import { call } from '../base/call.ts';
import { Id, Time, Yuan } from '../base/fields.ts';

/**
 * What can be refunded now, per item: in proportion to what was not studied; nothing after the
 * deadline, or once credit or a certificate was issued or an exam started.
 */
export const refundPreview = call({
  path: '/qm/api/refund/preview',
  access: 'learner',
  repeatable: true,
  body: z.object({ order_code: Id }),
  data: z.object({
    items: z.array(
      z.object({
        order_item_id: Id,
        title: z.string(),
        pay: Yuan,
        /** Refundable share of `pay`, 0 to 1. */
        refund_rate: z.number(),
        amount: Yuan,
        finished_sections: z.number(),
        total_sections: z.number(),
        /** Why it cannot be refunded; empty when it can. */
        blocked: z.string(),
      }),
    ),
    amount: Yuan,
    can_apply: z.boolean(),
    /** Deadline, `YYYY-MM-DD HH:mm:ss`. */
    refund_expire_at: Time,
  }),
});

export const Refund = z.object({
  refund_no: Id,
  order_code: Id,
  /** `pending`, `approved`, `processing`, `success`, `failed`, `rejected`, `canceled`. */
  refund_status: z.string(),
  /** 待审核, 已批准, 退款处理中, 退款成功, 退款失败, 已驳回, 已取消. */
  refund_status_name: z.string(),
  amount: Yuan,
  reason: z.string(),
  /** The reviewer's comment. */
  note: z.string(),
  items: z.array(z.object({ order_item_id: Id, title: z.string(), amount: Yuan })),
  created_at: Time,
  finished_at: z.string(),
  timeline: z.array(z.object({ status: z.string(), status_name: z.string(), at: Time })),
  can_cancel: z.boolean(),
});
export type Refund = z.infer<typeof Refund>;

/** Idempotent by `request_id`. Refused with `refund_blocked` and the reason. */
export const refundApply = call({
  path: '/qm/api/refund/apply',
  access: 'learner',
  encoding: 'json',
  body: z.object({
    request_id: Id,
    order_code: Id,
    order_item_ids: z.array(Id).check(z.minLength(1), z.maxLength(50)),
    reason: z
      .string()
      .check(z.trim(), z.minLength(2, '请填写退款原因'), z.maxLength(200, '字数请在200字以内.')),
  }),
  data: Refund,
});
const RefundRef = z.object({ refund_no: Id });
export const refundCancel = call({
  path: '/qm/api/refund/cancel',
  access: 'learner',
  body: RefundRef,
  data: Refund,
});
export const refundDetail = call({
  path: '/qm/api/refund/detail',
  access: 'learner',
  repeatable: true,
  body: RefundRef,
  data: Refund,
});
