import * as z from 'zod/mini';
import { yuan } from '../../../platform/money/money.rules.ts';
import { GatewayRefusedError, type NewRefund, type RefundReport } from '../gateway/gateway.ts';
import { fitAlipayReason } from '../gateway/gateway-text.rules.ts';
import { parseFen } from '../trade/pay.rules.ts';
import type { AlipayCall } from './alipay.call.ts';

const RefundRow = z.object({
  out_trade_no: z.string(),
  trade_no: z.string(),
  fund_change: z.optional(z.string()),
});
const RefundQuery = z.object({
  refund_status: z.optional(z.string()),
  refund_amount: z.optional(z.string()),
  trade_no: z.optional(z.string()),
});

export async function sendRefund(
  call: AlipayCall,
  { refund_no, trade_no, amount_fen, reason }: NewRefund,
): Promise<RefundReport> {
  const row = await call('alipay.trade.refund', RefundRow, {
    outTradeNo: trade_no,
    refundAmount: yuan(amount_fen),
    outRequestNo: refund_no,
    refundReason: fitAlipayReason(reason),
  });
  // `fund_change` N means that this request moved no money, perhaps because an earlier one with its
  // number did.
  if (row.fund_change === 'Y') return { state: 'success', gateway_no: row.trade_no, amount_fen };
  const response = await queryRefund(call, { refund_no, trade_no });
  return response.state === 'unknown' ? { ...response, state: 'processing' } : response;
}

export async function queryRefund(
  call: AlipayCall,
  { refund_no, trade_no }: { refund_no: string; trade_no: string },
): Promise<RefundReport> {
  try {
    const row = await call('alipay.trade.fastpay.refund.query', RefundQuery, {
      outTradeNo: trade_no,
      outRequestNo: refund_no,
    });
    // Without a status: not refunded, or not yet.
    return {
      state: row.refund_status === 'REFUND_SUCCESS' ? 'success' : 'unknown',
      gateway_no: row.trade_no ?? '',
      amount_fen: parseFen(row.refund_amount ?? '') ?? 0,
    };
  } catch (fault) {
    if (fault instanceof GatewayRefusedError && fault.code === 'ACQ.TRADE_NOT_EXIST')
      return { state: 'unknown', gateway_no: '', amount_fen: 0 };
    throw fault;
  }
}
