import type { PayChannel, PaySettings } from '../../../platform/settings/pay-settings.ts';
import type { Gateway, TradeStatus } from './pay.tables.ts';

/** The channels of a device, default first. */
const byDevice: Readonly<Record<'pc' | 'mobile' | 'wechat', readonly PayChannel[]>> = {
  pc: ['wx_native', 'ali_page', 'offline'],
  mobile: ['wx_h5', 'ali_wap', 'offline'],
  wechat: ['wx_jsapi', 'offline'],
};

const payNames: Readonly<Record<PayChannel, string>> = {
  wx_native: '微信支付',
  wx_jsapi: '微信支付',
  wx_h5: '微信支付',
  ali_page: '支付宝',
  ali_wap: '支付宝',
  offline: '对公转账',
};

/** The installation's channels, restricted to those of the site. */
export const isOpenOn = (
  channel: PayChannel,
  { channels }: Pick<PaySettings, 'channels'>,
  chosen: readonly string[],
): boolean => channels.includes(channel) && (chosen.length === 0 || chosen.includes(channel));

/** The channels offered on this device. */
export const channelsFor = (
  device: keyof typeof byDevice,
  settings: Pick<PaySettings, 'channels'>,
  chosen: readonly string[] = [],
): { channel: PayChannel; name: string }[] =>
  byDevice[device]
    .filter((channel) => isOpenOn(channel, settings, chosen))
    .map((channel) => ({ channel, name: payNames[channel] }));

export const toGateway = (channel: PayChannel): Gateway =>
  channel.startsWith('wx_') ? 'wechat' : channel.startsWith('ali_') ? 'alipay' : 'offline';

/** Converts yuan with two decimals to fen; undefined for anything else, especially values beyond
 * safe integers. */
export function parseFen(yuan: string): number | undefined {
  const match = /^(0|[1-9]\d{0,7})\.(\d{2})$/.exec(yuan);
  return match ? Number(match[1]) * 100 + Number(match[2]) : undefined;
}

/** A payment may arrive after a trade failed or was closed; a paid trade never becomes pending
 * again. */
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

/** Whether an open trade can no longer be paid. A bank transfer may arrive as long as its order
 * waits. */
export const isRunOut = (
  { gateway, expire_at }: { gateway: Gateway; expire_at: Date },
  now: Date,
): boolean => gateway !== 'offline' && expire_at <= now;
