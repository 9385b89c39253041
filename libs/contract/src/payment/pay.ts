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

/** How a learner can pay this order on this device; the first is the usual one. `name` is 微信支付,
 * 支付宝 or 对公转账. */
export const payChannels = call({
  path: '/qm/api/pay/channels',
  access: 'learner',
  body: z.object({ order_code: Id, device: z._default(z.enum(devices), 'pc') }),
  data: z.object({ list: z.array(z.object({ channel: z.string(), name: z.string() })) }),
});

/** Where WeChat's browser goes to be recognised before it can pay: WeChat's own page, which comes
 * back to the order's payment page with `code` and `state`. The state is good for this session
 * and this order, for ten minutes. */
export const payAuthorize = call({
  path: '/qm/api/pay/authorize',
  access: 'learner',
  body: z.object({ order_code: Id }),
  data: z.object({ url: z.string() }),
});

/** Opens a trade of the order on a channel, or answers the one that is open on it. Exactly one of
 * `qr_text`, `redirect_url`, `jsapi`, `transfer` says how to go on. Refused with `order_state`
 * when the order is not open. A new trade on `wx_jsapi` needs what `pay/authorize` came back
 * with: `wechat_needed` without it, `wechat_refused` when it is not good, or not good any more. */
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
    /** To be shown as a QR code. */
    qr_text: z.optional(z.string()),
    /** To be opened in this tab. */
    redirect_url: z.optional(z.string()),
    /** Parameters of WeixinJSBridge `getBrandWCPayRequest`. */
    jsapi: z.optional(z.record(z.string(), z.string())),
    /** Bank transfer: `remark` must be named in it. */
    transfer: z.optional(
      z.object({
        account_name: z.string(),
        bank: z.string(),
        account_no: z.string(),
        remark: z.string(),
      }),
    ),
    /** True where the embedded gateway stands behind the channels: the page then offers
     * `pay/sandbox`. */
    sandbox: z._default(z.boolean(), false),
    expire_at: Time,
    expire_ms: z.number(),
    server_time: z.number(),
  }),
});

/** Where the payment of an order stands, truthfully: `waiting` · `paid` · `failed` (a trade
 * failed, the order is still open) · `closed` · `late` (money came after the close and is being
 * returned) · `refunded`. */
export const payStates = ['waiting', 'paid', 'failed', 'closed', 'late', 'refunded'] as const;
export const payStatus = call({
  path: '/qm/api/pay/status',
  access: 'learner',
  body: z.object({ order_code: Id }),
  data: z.object({
    pay_state: z.string(),
    order_status: z.string(),
    /** A sentence for the learner. */
    message: z.string(),
    amount: Yuan,
    expire_ms: z.number(),
    /** Until when the order is kept for a bank transfer; empty without one. No countdown then. */
    transfer_until: z.optional(z.string()),
    server_time: z.number(),
    /** Where 去学习 leads; empty until delivered. */
    course_id: z.string(),
    /** Paid more than once: what is too much goes back. Absent from an API older than the flag. */
    paid_twice: z.optional(Flag),
  }),
});

/** What a person at the embedded gateway would press. Not found where a real gateway stands
 * behind the channels. */
export const paySandbox = call({
  path: '/qm/api/pay/sandbox',
  access: 'learner',
  body: z.object({ trade_no: Id, act: z.enum(['success', 'failed', 'late', 'twice']) }),
  data: Nothing,
});
