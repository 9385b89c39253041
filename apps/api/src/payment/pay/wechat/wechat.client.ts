import type { WechatSettings } from '../../../platform/settings/pay-settings.ts';
import type { GatewayClient } from '../gateway/gateway.ts';
import { billOfDay } from './wechat.bill.ts';
import { wechatCalls } from './wechat.call.ts';
import { readWechatNotice } from './wechat.notice.ts';
import { queryTrade, closeTrade, openPayment, showPayment } from './wechat.payment.ts';
import { queryRefund, sendRefund } from './wechat.refund.ts';

/** WeChat Pay v3 for a direct merchant. */
export function wechatClient(settings: WechatSettings, notifyUrl: string): GatewayClient {
  const call = wechatCalls(settings);
  return {
    gateway: 'wechat',
    open: (payment) => openPayment(call, settings, notifyUrl, payment),
    show: (prepay, now) => showPayment(settings, prepay, now),
    queryTrade: (tradeNo) => queryTrade(call, settings, tradeNo),
    close: (tradeNo) => closeTrade(call, settings, tradeNo),
    refund: (refund) => sendRefund(call, notifyUrl, refund),
    queryRefund: ({ refund_no }) => queryRefund(call, refund_no),
    bill: (day) => billOfDay(call, settings, day),
    readNotice: (raw, headers, now) => readWechatNotice(raw, headers, now, settings),
  };
}
