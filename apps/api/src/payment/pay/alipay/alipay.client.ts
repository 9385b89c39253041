import type { AlipaySettings } from '../../../platform/settings/pay-settings.ts';
import type { GatewayClient } from '../gateway/gateway.ts';
import { billOfDay } from './alipay.bill.ts';
import { alipayCalls, lazySdks } from './alipay.call.ts';
import { readAlipayNotice } from './alipay.notice.ts';
import { queryTrade, closeTrade, payPage } from './alipay.payment.ts';
import { queryRefund, sendRefund } from './alipay.refund.ts';

/** Alipay desktop and wap payments, by the official SDK. */
export function alipayClient(settings: AlipaySettings, notifyUrl: string): GatewayClient {
  const sdks = lazySdks(settings);
  const call = alipayCalls(sdks);
  return {
    gateway: 'alipay',
    open: async (payment) => payPage((await sdks()).page, notifyUrl, payment),
    show: ({ url = '' }) => ({ redirect_url: url }),
    queryTrade: (tradeNo) => queryTrade(call, tradeNo),
    close: (tradeNo) => closeTrade(call, tradeNo),
    refund: (refund) => sendRefund(call, refund),
    queryRefund: (refund) => queryRefund(call, refund),
    bill: (day) => billOfDay(call, day),
    readNotice: (raw, headers) => readAlipayNotice(raw, headers, settings),
  };
}
