import { expect, it } from 'vitest';
import { inApp } from './in-app.ts';

const phone = 'Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) AppleWebKit/605.1.15';

it.each([
  [
    `${phone} Mobile/15E148 MicroMessenger/8.0.49(0x18003137) NetType/WIFI Language/zh_CN`,
    'wechat',
  ],
  [
    'Mozilla/5.0 (Linux; Android 14; V2307A; wv) AppleWebKit/537.36 Mobile Safari/537.36 XWEB/1160117 MMWEBSDK/20240404 MicroMessenger/8.0.49.2600(0x28003133) WeChat/arm64',
    'wechat',
  ],
  [`${phone} Mobile/15E148 wxwork/4.1.28 MicroMessenger/7.0.1 Language/zh`, 'wecom'],
  [`${phone} Version/17.5 Mobile/15E148 Safari/604.1`, ''],
  ['', ''],
])('user agent %s is detected as %j', (agent, app) => expect(inApp(agent)).toBe(app));
