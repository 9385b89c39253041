export type GatewayName = 'wechat' | 'alipay';
/** The buttons of a payment page. */
export const acts = ['success', 'failed', 'late', 'twice'] as const;
export type Act = (typeof acts)[number];

export interface GatewayRefund {
  number: string;
  refund_id: string;
  amount_fen: number;
  state: 'processing' | 'success';
  at: number;
  notify_url: string;
}

export interface GatewayTrade {
  gateway: GatewayName;
  number: string;
  /** Secret of the payment page: its holder may press the buttons. */
  token: string;
  channel: string;
  amount_fen: number;
  subject: string;
  notify_url: string;
  return_url: string;
  expire_at: number;
  state: 'waiting' | 'paid' | 'failed' | 'closed';
  gateway_no: string;
  paid_at: number;
  /** A payment that will arrive after the trade is closed. */
  late: boolean;
  refunds: GatewayRefund[];
}
