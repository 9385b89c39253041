import type { Gateway } from '../trade/pay.tables.ts';

/** Data for the learner's payment page, stored with the trade. */
export type Prepay = Record<string, string>;

export interface NewPayment {
  trade_no: string;
  channel: string;
  subject: string;
  amount_fen: number;
  expire_at: Date;
  openid?: string;
  /** The learner's address, required for H5 payments. */
  address: string;
  /** Return URL of the browser. */
  return_url: string;
}

/** The gateway's state of a trade. `unknown`: the gateway has no such trade. */
export interface TradeReport {
  state: 'paid' | 'waiting' | 'failed' | 'closed' | 'unknown';
  gateway_no: string;
  amount_fen: number;
  currency: string;
  at: Date;
}

export interface NewRefund {
  refund_no: string;
  trade_no: string;
  amount_fen: number;
  total_fen: number;
  reason: string;
}
export interface RefundReport {
  state: 'success' | 'processing' | 'failed' | 'unknown';
  gateway_no: string;
  amount_fen: number;
}

export interface BillRow {
  kind: 'payment' | 'refund';
  /** Our number of the trade or refund. */
  number: string;
  gateway_no: string;
  amount_fen: number;
}

/** A verified notification for our merchant. */
export interface Notice {
  key: string;
  kind: 'payment' | 'refund' | 'other';
  trade_no: string;
  gateway_no: string;
  /** Set for a successful payment. */
  paid?: TradeReport;
}

/** A gateway behind channels. All calls have timeouts; failures are `GatewayUnavailableError` or
 * `GatewayRefusedError`. */
export interface GatewayClient {
  gateway: Gateway;
  open(payment: NewPayment): Promise<Prepay>;
  /** Data for the learner, derived from `open`'s result on each request. */
  show(
    prepay: Prepay,
    now: Date,
  ): { qr_text?: string; redirect_url?: string; jsapi?: Record<string, string> };
  queryTrade(tradeNo: string): Promise<TradeReport>;
  /** `paid`: too late to close. */
  close(tradeNo: string): Promise<'closed' | 'paid'>;
  refund(refund: NewRefund): Promise<RefundReport>;
  queryRefund(refund: { refund_no: string; trade_no: string }): Promise<RefundReport>;
  /** Undefined while the day's bill is not available yet. */
  bill(day: string): Promise<BillRow[] | undefined>;
  /** Parses a notification from its raw bytes; throws `ForgeryError` if it is not signed by the gateway
   * for us. */
  readNotice(raw: Buffer, headers: readonly string[], now: Date): Notice;
}

/** The gateway is unreachable, too slow, or its reply cannot be verified. The state of the trade is
 * unknown. */
export class GatewayUnavailableError extends Error {}

/** The gateway rejected the request. */
export class GatewayRefusedError extends Error {
  readonly code: string;
  constructor(code: string, message: string) {
    super(`${code} ${message}`);
    this.code = code;
  }
}

/** The reason for the audit log; not disclosed to the sender. */
export class ForgeryError extends Error {}

/** Raw headers as a record in lower case. A duplicate header is treated as a forgery. */
export function headersOnce(
  raw: readonly string[],
  names: readonly string[],
): Record<string, string> {
  const values: Record<string, string> = {};
  for (let index = 0; index + 1 < raw.length; index += 2) {
    const name = raw[index]?.toLowerCase() ?? '';
    if (!names.includes(name)) continue;
    if (name in values) throw new ForgeryError(`header ${name} twice`);
    values[name] = raw[index + 1] ?? '';
  }
  return values;
}
