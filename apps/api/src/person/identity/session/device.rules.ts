import { isIPv4, isIPv6 } from 'node:net';

type Names = readonly (readonly [RegExp, string])[];

/** The first match wins: most systems and browsers also contain the names of similar ones. */
const systems: Names = [
  [/HarmonyOS|OpenHarmony/i, '鸿蒙设备'],
  [/iPad/, 'iPad'],
  [/iPhone|iPod/, 'iPhone'],
  [/Android.*Mobile/, 'Android 手机'],
  [/Android/, 'Android 平板'],
  [/Windows/, 'Windows 电脑'],
  [/Macintosh|Mac OS X/, 'Mac 电脑'],
  [/Linux|X11/, 'Linux 电脑'],
];
const browsers: Names = [
  [/MicroMessenger/i, '微信'],
  [/DingTalk/i, '钉钉'],
  [/HuaweiBrowser/i, '华为浏览器'],
  [/MiuiBrowser/i, '小米浏览器'],
  [/QQBrowser/i, 'QQ浏览器'],
  [/UCBrowser|UBrowser/i, 'UC浏览器'],
  [/Quark/i, '夸克浏览器'],
  [/\bEdg(e|A|iOS)?\//, 'Edge'],
  [/\bOPR\//, 'Opera'],
  [/Firefox|FxiOS/, 'Firefox'],
  [/Chrome|CriOS/, 'Chrome'],
  [/Safari/, 'Safari'],
];

const findName = (names: Names, agent: string) => names.find(([sign]) => sign.test(agent))?.[1];

/** Readable names of system and browser. */
export function deviceName(userAgent: string): string {
  const knownSystems = [findName(systems, userAgent), findName(browsers, userAgent)];
  return knownSystems.filter((name) => name !== undefined).join(' · ') || '未知设备';
}

/** Masks an address so that it distinguishes places but identifies nobody. */
export function maskedAddress(address: string): string {
  const plainAddress = address.replace(/^::ffff:(?=\d+\.)/i, '');
  if (isIPv4(plainAddress)) return `${plainAddress.split('.').slice(0, 2).join('.')}.*.*`;
  if (!isIPv6(plainAddress)) return '';
  const groups = plainAddress.split('::')[0]!.split(':').filter(Boolean).slice(0, 2);
  return [...groups, '*'].join(':');
}
