import * as z from 'zod/mini';
import { call } from '../base/call.ts';
import { Flag, Id, Nothing, Time, Yuan } from '../base/fields.ts';

export const payChannelIds = [
  'wx_native',
  'wx_jsapi',
  'wx_h5',
  'ali_page',
  'ali_wap',
  'offline',
] as const;
export const devices = ['pc', 'mobile', 'wechat'] as const;

/**
 * Available payment channels for this order and device; the first is the default. `name` is 微信支付,
 * 支付宝 or 对公转账.
 */
export const payChannels = call({
  path: '/qm/api/pay/channels',
  access: 'learner',
  repeatable: true,
  body: z.object({ order_code: Id, device: z._default(z.enum(devices), 'pc') }),
  data: z.object({ list: z.array(z.object({ channel: z.string(), name: z.string() })) }),
});

/**
 * Address at which WeChat's browser authenticates before paying: WeChat's page, which returns to
 * the order's payment page with `code` and `state`. The state is valid for this session and order
 * for ten minutes.
 */
export const payAuthorize = call({
  path: '/qm/api/pay/authorize',
  access: 'learner',
  body: z.object({ order_code: Id }),
  data: z.object({ url: z.string() }),
});

/**
 * Creates a trade of the order on a channel, or returns the open one. Exactly one of `qr_text`,
 * `redirect_url`, `jsapi`, `transfer` describes the next step. Refused with `order_state` when the
 * order is not open. A new trade on `wx_jsapi` needs the result of `pay/authorize`: `wechat_needed`
 * without it, `wechat_refused` when it is invalid or expired.
 */
export const payCreate = call({
  path: '/qm/api/pay/create',
  access: 'learner',
  body: z.object({
    order_code: Id,
    channel: z.enum(payChannelIds),
    code: z.optional(z.string().check(z.maxLength(512))),
    state: z.optional(z.string().check(z.maxLength(128))),
  }),
  data: z.object({
    trade_no: Id,
    channel: z.string(),
    amount: Yuan,
    /** To show as a QR code. */
    qr_text: z.optional(z.string()),
    /** To open in this tab. */
    redirect_url: z.optional(z.string()),
    /** Parameters of WeixinJSBridge `getBrandWCPayRequest`. */
    jsapi: z.optional(z.record(z.string(), z.string())),
    /** Bank transfer: `remark` must be included. */
    transfer: z.optional(
      z.object({
        account_name: z.string(),
        bank: z.string(),
        account_no: z.string(),
        remark: z.string(),
      }),
    ),
    /** True with the embedded gateway: the page then offers `pay/sandbox`. */
    sandbox: z._default(z.boolean(), false),
    expire_at: Time,
    expire_ms: z.number(),
    server_time: z.number(),
  }),
});

/**
 * Payment status of an order: `waiting` · `paid` · `failed` (a trade failed, the order is still
 * open) · `closed` · `late` (paid after closing, being returned) · `refunded`.
 */
export const payStates = ['waiting', 'paid', 'failed', 'closed', 'late', 'refunded'] as const;
export const payStatus = call({
  path: '/qm/api/pay/status',
  access: 'learner',
  repeatable: true,
  polled: true,
  body: z.object({ order_code: Id }),
  data: z.object({
    pay_state: z.string(),
    order_status: z.string(),
    /** A sentence for the learner. */
    message: z.string(),
    amount: Yuan,
    expire_ms: z.number(),
    /** How long the order is reserved for a bank transfer; otherwise empty. No countdown then. */
    transfer_until: z.optional(z.string()),
    server_time: z.number(),
    /** Target of 去学习; empty until delivered. */
    course_id: z.string(),
    /** Paid more than once: the excess is returned. Absent from older APIs. */
    paid_twice: z.optional(Flag),
  }),
});

/** Simulates the customer at the embedded gateway. Not found with a real gateway. */
export const paySandbox = call({
  path: '/qm/api/pay/sandbox',
  access: 'learner',
  body: z.object({ trade_no: Id, act: z.enum(['success', 'failed', 'late', 'twice']) }),
  data: Nothing,
});
