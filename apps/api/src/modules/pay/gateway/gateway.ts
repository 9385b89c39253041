import type { Gateway } from '../pay.tables.ts';

/** What the learner needs to go on, as it is kept with the trade. */
export type Prepay = Record<string, string>;

export interface NewPayment {
  trade_no: string;
  channel: string;
  subject: string;
  amount_fen: number;
  expire_at: Date;
  openid?: string;
  /** The learner's address; H5 payments name it. */
  address: string;
  /** Where the browser comes back to. */
  return_url: string;
}

/** What a gateway says about a trade. `unknown`: it has never heard of it. */
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

/** A notice with a valid signature that is addressed to our merchant. */
export interface Notice {
  key: string;
  kind: 'payment' | 'refund' | 'other';
  trade_no: string;
  gateway_no: string;
  /** Set for a payment that succeeded. */
  paid?: TradeReport;
}

/** One gateway behind channels. Every wait ends; failures are `GatewayAway` or `GatewayRefused`. */
export interface GatewayClient {
  gateway: Gateway;
  open(payment: NewPayment): Promise<Prepay>;
  /** What the learner is given: made of `open`'s answer, each time it is asked for. */
  show(
    prepay: Prepay,
    now: Date,
  ): { qr_text?: string; redirect_url?: string; jsapi?: Record<string, string> };
  ask(tradeNo: string): Promise<TradeReport>;
  /** `paid`: too late to close. */
  close(tradeNo: string): Promise<'closed' | 'paid'>;
  refund(refund: NewRefund): Promise<RefundReport>;
  askRefund(refund: { refund_no: string; trade_no: string }): Promise<RefundReport>;
  /** Undefined while the gateway has not made the day's bill yet. */
  bill(day: string): Promise<BillRow[] | undefined>;
  /** Reads a notice from the bytes that came; throws `Forged` for anything that the gateway did not
   * sign for us. */
  readNotice(raw: Buffer, headers: readonly string[], now: Date): Notice;
}

/** The gateway cannot be reached, is too slow, or answers what nobody can trust. Nothing is known
 * about the trade. */
export class GatewayAway extends Error {}

/** The gateway understood the request and refused it. */
export class GatewayRefused extends Error {
  readonly code: string;
  constructor(code: string, message: string) {
    super(`${code} ${message}`);
    this.code = code;
  }
}

/** The reason, for the audit line; the sender learns nothing of it. */
export class Forged extends Error {}

/** Raw headers as one record in lower case. A header given twice is treated as forged. */
export function headersOnce(
  raw: readonly string[],
  names: readonly string[],
): Record<string, string> {
  const found: Record<string, string> = {};
  for (let at = 0; at + 1 < raw.length; at += 2) {
    const name = raw[at]?.toLowerCase() ?? '';
    if (!names.includes(name)) continue;
    if (name in found) throw new Forged(`header ${name} twice`);
    found[name] = raw[at + 1] ?? '';
  }
  return found;
}
