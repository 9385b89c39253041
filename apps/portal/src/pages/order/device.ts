import type { devices } from '@cme/contract';

type Device = (typeof devices)[number];

/** Which ways of paying a device has: inside of WeChat, on a phone, or before a screen that a
 * phone can scan. */
export function device(agent = navigator.userAgent): Device {
  if (/MicroMessenger/i.test(agent)) return 'wechat';
  return /Mobi|Android|iPhone|iPod|HarmonyOS/i.test(agent) ? 'mobile' : 'pc';
}
