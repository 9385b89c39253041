import { describe, expect, test } from 'vitest';
import { deviceName, maskedAddress } from './device.rules.ts';

const windows = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko)';
const iphone = 'Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) AppleWebKit/605.1.15';
const android = 'Mozilla/5.0 (Linux; Android 14; 22081212C) AppleWebKit/537.36 Version/4.0';

describe('a device description', () => {
  test.each([
    [`${windows} Chrome/141.0.0.0 Safari/537.36`, 'Windows 电脑 · Chrome'],
    [`${windows} Chrome/141.0.0.0 Safari/537.36 Edg/141.0.0.0`, 'Windows 电脑 · Edge'],
    [
      'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:140.0) Gecko/20100101 Firefox/140.0',
      'Windows 电脑 · Firefox',
    ],
    [
      'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 Version/18 Safari/605.1.15',
      'Mac 电脑 · Safari',
    ],
    [`${iphone} Version/17.5 Mobile/15E148 Safari/604.1`, 'iPhone · Safari'],
    [`${iphone} Mobile/15E148 MicroMessenger/8.0.50 NetType/WIFI`, 'iPhone · 微信'],
    [
      `${android} Chrome/116.0.0.0 Mobile Safari/537.36 MicroMessenger/8.0.49`,
      'Android 手机 · 微信',
    ],
    [`${android} Chrome/109.0.0.0 MQQBrowser/15.1 Mobile Safari/537.36`, 'Android 手机 · QQ浏览器'],
    [`${android} Chrome/116.0.0.0 Safari/537.36`, 'Android 平板 · Chrome'],
    [
      'Mozilla/5.0 (Phone; OpenHarmony 5.0) AppleWebKit/537.36 Chrome/114.0 ArkWeb/4.1 Mobile HuaweiBrowser/5.0',
      '鸿蒙设备 · 华为浏览器',
    ],
    [
      'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0',
      'Linux 电脑 · Firefox',
    ],
    ['curl/8.5.0', '未知设备'],
    ['', '未知设备'],
  ])('%s is %s', (agent, name) => {
    expect(deviceName(agent)).toBe(name);
  });
});

describe('a masked address', () => {
  test.each([
    ['10.7.0.1', '10.7.*.*'],
    ['::ffff:10.7.0.1', '10.7.*.*'],
    ['2408:8207:1850:2a60::1', '2408:8207:*'],
    ['fe80::1', 'fe80:*'],
    ['::1', '*'],
    ['', ''],
    ['nonsense', ''],
  ])('%s is %s', (address, masked) => {
    expect(maskedAddress(address)).toBe(masked);
  });
});
