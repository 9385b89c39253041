import type { AlipaySdk } from 'alipay-sdk';
import * as z from 'zod/mini';
import type { AlipaySettings } from '../../../settings/pay-settings.ts';
import { wireTime } from '../../../http/wire-time.ts';
import { yuan } from '../../../money/money.rules.ts';
import { alipayTime, readAlipayNotice } from './alipay.notice.ts';
import { askGateway, gatewayPatienceMs } from '../gateway/ask-gateway.ts';
import { readAlipayBill } from '../reconcile/bill.rules.ts';
import {
  type BillRow,
  GatewayAway,
  type GatewayClient,
  GatewayRefused,
  type NewPayment,
  type RefundReport,
  type TradeReport,
} from '../gateway/gateway.ts';
import { fenOf } from '../pay.rules.ts';
import { textFiles } from '../reconcile/unzip.ts';

const Answer = z.looseObject({
  code: z.string(),
  sub_code: z.optional(z.string()),
  sub_msg: z.optional(z.string()),
});
const TradeRow = z.object({
  out_trade_no: z.string(),
  trade_no: z.string(),
  trade_status: z.string(),
  total_amount: z.string(),
  send_pay_date: z.optional(z.string()),
});
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
const BillRef = z.object({ bill_download_url: z.string() });

const states: Record<string, TradeReport['state']> = {
  TRADE_SUCCESS: 'paid',
  TRADE_FINISHED: 'paid',
  WAIT_BUYER_PAY: 'waiting',
  TRADE_CLOSED: 'closed',
};
const unknown: TradeReport = {
  state: 'unknown',
  gateway_no: '',
  amount_fen: 0,
  currency: 'CNY',
  at: new Date(0),
};
/** Alipay may not be asked again under one number, and may not have finished: both are the
 * gateway being away for a moment. */
const isBusy = (subCode: string) => /SYSTEM_ERROR|^aop\.|^isp\.(?!bill_not_exist)/i.test(subCode);

/** Alipay's computer site and mobile site payment, by the official SDK. */
export function alipayClient(settings: AlipaySettings, notifyUrl: string): GatewayClient {
  let sdks: Promise<Record<'server' | 'page', AlipaySdk>> | undefined;
  // Loaded with the first payment: a server that sells nothing carries none of it.
  const sdk = () => (sdks ??= openSdks(settings));

  async function call<S extends z.ZodMiniType>(
    method: string,
    shape: S,
    bizContent: Record<string, unknown>,
    params: Record<string, string> = {},
  ): Promise<z.output<S>> {
    const { server } = await sdk();
    const told = await server
      .exec(
        method,
        { bizContent, timestamp: wireTime(new Date()), ...params },
        { validateSign: true },
      )
      .catch((cause: unknown) => {
        throw new GatewayAway('Alipay does not answer', { cause });
      });
    const answer = Answer.safeParse(told);
    if (!answer.success) throw new GatewayAway('Alipay answers something else');
    const { code, sub_code = '', sub_msg = '' } = answer.data;
    if (code === '20000' || isBusy(sub_code))
      throw new GatewayAway(`Alipay answers ${code} ${sub_code}`);
    if (code !== '10000') throw new GatewayRefused(sub_code || code, sub_msg);
    const read = shape.safeParse(told);
    if (!read.success)
      throw new GatewayAway('Alipay answers something else', { cause: read.error });
    return read.data;
  }
  async function askRefund({
    refund_no,
    trade_no,
  }: {
    refund_no: string;
    trade_no: string;
  }): Promise<RefundReport> {
    try {
      const row = await call('alipay.trade.fastpay.refund.query', RefundQuery, {
        outTradeNo: trade_no,
        outRequestNo: refund_no,
      });
      // Without a status Alipay means: not refunded, or not yet.
      return {
        state: row.refund_status === 'REFUND_SUCCESS' ? 'success' : 'unknown',
        gateway_no: row.trade_no ?? '',
        amount_fen: fenOf(row.refund_amount ?? '') ?? 0,
      };
    } catch (fault) {
      if (fault instanceof GatewayRefused && fault.code === 'ACQ.TRADE_NOT_EXIST')
        return { state: 'unknown', gateway_no: '', amount_fen: 0 };
      throw fault;
    }
  }
  return {
    gateway: 'alipay',
    async open(payment) {
      const { page } = await sdk();
      const method =
        payment.channel === 'ali_wap' ? 'alipay.trade.wap.pay' : 'alipay.trade.page.pay';
      return {
        url: page.pageExecute(method, 'GET', {
          bizContent: contentOf(payment),
          notifyUrl,
          returnUrl: payment.return_url,
          timestamp: wireTime(new Date()),
        }),
      };
    },
    show: ({ url = '' }) => ({ redirect_url: url }),
    async ask(tradeNo) {
      try {
        const row = await call('alipay.trade.query', TradeRow, { outTradeNo: tradeNo });
        const [state, amount_fen] = [states[row.trade_status], fenOf(row.total_amount)];
        if (row.out_trade_no !== tradeNo || !state || amount_fen === undefined)
          throw new GatewayAway('Alipay answers about another trade');
        return {
          state,
          gateway_no: row.trade_no,
          amount_fen,
          currency: 'CNY',
          at: alipayTime(row.send_pay_date ?? '') ?? new Date(0),
        };
      } catch (fault) {
        if (fault instanceof GatewayRefused && fault.code === 'ACQ.TRADE_NOT_EXIST') return unknown;
        throw fault;
      }
    },
    async close(tradeNo) {
      try {
        await call('alipay.trade.close', z.looseObject({}), { outTradeNo: tradeNo });
      } catch (fault) {
        // Before the learner opened the pay page there is nothing to close; a closed or paid trade
        // refuses in one word.
        if (fault instanceof GatewayRefused && fault.code === 'ACQ.TRADE_STATUS_ERROR')
          return (await this.ask(tradeNo)).state === 'paid' ? 'paid' : 'closed';
        if (!(fault instanceof GatewayRefused && fault.code === 'ACQ.TRADE_NOT_EXIST')) throw fault;
      }
      return 'closed';
    },
    async refund({ refund_no, trade_no, amount_fen, reason }) {
      const row = await call('alipay.trade.refund', RefundRow, {
        outTradeNo: trade_no,
        refundAmount: yuan(amount_fen),
        outRequestNo: refund_no,
        refundReason: reason.slice(0, 80),
      });
      // `fund_change` N says: this request moved nothing, perhaps because an earlier one with its
      // number did.
      if (row.fund_change === 'Y')
        return { state: 'success', gateway_no: row.trade_no, amount_fen };
      const told = await askRefund({ refund_no, trade_no });
      return told.state === 'unknown' ? { ...told, state: 'processing' } : told;
    },
    askRefund,
    async bill(day): Promise<BillRow[] | undefined> {
      try {
        const { bill_download_url } = await call(
          'alipay.data.dataservice.bill.downloadurl.query',
          BillRef,
          { billType: 'trade', billDate: day },
        );
        const { status, bytes } = await askGateway(
          bill_download_url,
          { method: 'GET', headers: {} },
          60_000,
        );
        if (status !== 200) throw new GatewayAway(`the bill answers ${status}`);
        return textFiles(bytes, 'gbk')
          .filter(({ name }) => !name.includes('汇总'))
          .flatMap(({ text }) => readAlipayBill(text));
      } catch (fault) {
        if (fault instanceof GatewayRefused && /bill_not_exist/i.test(fault.code)) return [];
        throw fault;
      }
    },
    readNotice: (raw, headers) => readAlipayNotice(raw, headers, settings),
  };
}

async function openSdks({ gateway, page, appId, privateKey, publicKey }: AlipaySettings) {
  const { AlipaySdk: Sdk } = await import('alipay-sdk');
  const shared = {
    appId,
    privateKey,
    alipayPublicKey: publicKey,
    keyType: 'PKCS8' as const,
    camelcase: false,
    timeout: gatewayPatienceMs,
  };
  return { server: new Sdk({ ...shared, gateway }), page: new Sdk({ ...shared, gateway: page }) };
}

const contentOf = ({ trade_no, subject, amount_fen, expire_at, channel }: NewPayment) => ({
  outTradeNo: trade_no,
  totalAmount: yuan(amount_fen),
  subject: subject.slice(0, 100),
  timeExpire: wireTime(expire_at),
  productCode: channel === 'ali_wap' ? 'QUICK_WAP_WAY' : 'FAST_INSTANT_TRADE_PAY',
});
