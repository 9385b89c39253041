import * as z from 'zod/mini';
import { GatewayRefusedError, type NewRefund, type RefundReport } from '../gateway/gateway.ts';
import { fitWechatReason } from '../gateway/gateway-text.rules.ts';
import { parsePayload, type WechatCall } from './wechat.call.ts';

const RefundRow = z.object({
  refund_id: z.string(),
  status: z.string(),
  amount: z.object({ refund: z.int() }),
});
const refundStates: Record<string, RefundReport['state']> = {
  SUCCESS: 'success',
  PROCESSING: 'processing',
  ABNORMAL: 'failed',
  CLOSED: 'failed',
};

export const sendRefund = async (
  call: WechatCall,
  notifyUrl: string,
  refund: NewRefund,
): Promise<RefundReport> =>
  toRefundReport(
    await call('POST', '/v3/refund/domestic/refunds', toRefundRequest(refund, notifyUrl)),
  );

export async function queryRefund(call: WechatCall, refundNo: string): Promise<RefundReport> {
  try {
    return toRefundReport(await call('GET', `/v3/refund/domestic/refunds/${refundNo}`));
  } catch (fault) {
    if (fault instanceof GatewayRefusedError && fault.code === 'RESOURCE_NOT_EXISTS')
      return { state: 'unknown', gateway_no: '', amount_fen: 0 };
    throw fault;
  }
}

function toRefundReport(payload: unknown): RefundReport {
  const { status, refund_id, amount } = parsePayload(RefundRow, payload);
  return {
    state: refundStates[status] ?? 'processing',
    gateway_no: refund_id,
    amount_fen: amount.refund,
  };
}

const toRefundRequest = (
  { refund_no, trade_no, amount_fen, total_fen, reason }: NewRefund,
  notifyUrl: string,
) => ({
  out_trade_no: trade_no,
  out_refund_no: refund_no,
  reason: fitWechatReason(reason),
  notify_url: notifyUrl,
  amount: { refund: amount_fen, total: total_fen, currency: 'CNY' },
});
