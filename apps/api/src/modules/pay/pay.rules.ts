import type { PayChannel, PaySettings } from '../../settings/pay-settings.ts';
import type { Gateway, TradeStatus } from './pay.tables.ts';

/** The channels of a device, the usual one first. */
const byDevice: Readonly<Record<'pc' | 'mobile' | 'wechat', readonly PayChannel[]>> = {
  pc: ['wx_native', 'ali_page', 'offline'],
  mobile: ['wx_h5', 'ali_wap', 'offline'],
  wechat: ['wx_jsapi', 'offline'],
};

export const payNames: Readonly<Record<PayChannel, string>> = {
  wx_native: '微信支付',
  wx_jsapi: '微信支付',
  wx_h5: '微信支付',
  ali_page: '支付宝',
  ali_wap: '支付宝',
  offline: '对公转账',
};

/** The installation's channels, or those of them that the site has chosen. */
export const isOpenOn = (
  channel: PayChannel,
  { channels }: Pick<PaySettings, 'channels'>,
  chosen: readonly string[],
): boolean => channels.includes(channel) && (chosen.length === 0 || chosen.includes(channel));

/** What a learner on this device is offered. */
export const channelsFor = (
  device: keyof typeof byDevice,
  settings: Pick<PaySettings, 'channels'>,
  chosen: readonly string[] = [],
): { channel: PayChannel; name: string }[] =>
  byDevice[device]
    .filter((channel) => isOpenOn(channel, settings, chosen))
    .map((channel) => ({ channel, name: payNames[channel] }));

export const gatewayOf = (channel: PayChannel): Gateway =>
  channel.startsWith('wx_') ? 'wechat' : channel.startsWith('ali_') ? 'alipay' : 'offline';

/** Yuan with two places as fen; undefined for anything else, above all for what a number could
 * not hold. */
export function fenOf(yuan: string): number | undefined {
  const found = /^(0|[1-9]\d{0,7})\.(\d{2})$/.exec(yuan);
  return found ? Number(found[1]) * 100 + Number(found[2]) : undefined;
}

/** Money can still come after a trade failed or was closed; it never goes back to waiting once it
 * came. */
export const nextTrade: Readonly<Record<TradeStatus, readonly TradeStatus[]>> = {
  created: ['waiting', 'succeeded', 'failed', 'closed'],
  waiting: ['succeeded', 'failed', 'closed'],
  failed: ['succeeded', 'closed'],
  closed: ['succeeded'],
  succeeded: ['refunding', 'partial_refunded', 'refunded'],
  refunding: ['succeeded', 'partial_refunded', 'refunded'],
  partial_refunded: ['refunding', 'refunded'],
  refunded: [],
};

export const isOpenTrade = (status: TradeStatus): boolean =>
  status === 'created' || status === 'waiting';
export const hasMoney = (status: TradeStatus): boolean =>
  nextTrade.succeeded.includes(status) || status === 'succeeded';

/** Whether the gateway takes no more money for an open trade. A bank transfer may come as long as
 * its order waits. */
export const isRunOut = (
  { gateway, expire_at }: { gateway: Gateway; expire_at: Date },
  now: Date,
): boolean => gateway !== 'offline' && expire_at <= now;
