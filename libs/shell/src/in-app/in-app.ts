/** The chat app whose browser this is: WeChat (`wechat`) or 企业微信 (`wecom`). */
export type InApp = 'wechat' | 'wecom' | '';

/** Detects the chat app from the user agent; empty on a server. */
export function inApp(agent = typeof navigator === 'undefined' ? '' : navigator.userAgent): InApp {
  if (/wxwork\//i.test(agent)) return 'wecom';
  return /MicroMessenger\//i.test(agent) ? 'wechat' : '';
}
