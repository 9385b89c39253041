import { wirePath } from '@cme/contract/base';
import type { PaySettings } from '../../platform/settings/pay-settings.ts';
import { alipayClient } from './alipay/alipay.client.ts';
import type { GatewayClient } from './gateway/gateway.ts';
import type { Gateway } from './trade/pay.tables.ts';
import { wechatClient } from './wechat/wechat.client.ts';

const opened = new WeakMap<PaySettings, Map<Gateway, GatewayClient>>();

/** Notification URL of a gateway. */
export const notifyPath = (gateway: 'wechat' | 'alipay') =>
  wirePath(`/qm/api/pay/notify/${gateway}`);

/** The configured gateways by name. A bank transfer has none. */
export function openGateways(settings: PaySettings): ReadonlyMap<Gateway, GatewayClient> {
  const before = opened.get(settings);
  if (before) return before;
  const clients = new Map<Gateway, GatewayClient>();
  if (settings.wechat)
    clients.set(
      'wechat',
      wechatClient(settings.wechat, settings.notifyBase + notifyPath('wechat')),
    );
  if (settings.alipay)
    clients.set(
      'alipay',
      alipayClient(settings.alipay, settings.notifyBase + notifyPath('alipay')),
    );
  opened.set(settings, clients);
  return clients;
}
