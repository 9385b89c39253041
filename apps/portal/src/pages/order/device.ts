import type { devices } from '@cme/contract/payment';

type Device = (typeof devices)[number];

/**
 * Which payment methods suit the device: inside WeChat, a phone, or a screen that a phone can
 * scan.
 */
export function detectDevice(agent = navigator.userAgent): Device {
  if (/MicroMessenger/i.test(agent)) return 'wechat';
  return /Mobi|Android|iPhone|iPod|HarmonyOS/i.test(agent) ? 'mobile' : 'pc';
}
