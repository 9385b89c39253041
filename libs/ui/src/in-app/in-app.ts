/** The chat application whose browser this is: WeChat (`wechat`) or 企业微信 (`wecom`). */
export type InApp = 'wechat' | 'wecom' | '';

/** `inApp` of this browser; nothing on a server. */
export function inApp(agent = typeof navigator === 'undefined' ? '' : navigator.userAgent): InApp {
  if (/wxwork\//i.test(agent)) return 'wecom';
  return /MicroMessenger\//i.test(agent) ? 'wechat' : '';
}
