import { generateKeyPairSync } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { readSettings, requireProviders, SettingError } from './settings.ts';

const folder = mkdtempSync(join(tmpdir(), 'cme-pay-settings-'));
afterAll(() => rmSync(folder, { recursive: true }));
const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
const [own, open] = [join(folder, 'own.pem'), join(folder, 'open.pem')];
writeFileSync(own, privateKey.export({ type: 'pkcs8', format: 'pem' }));
writeFileSync(open, publicKey.export({ type: 'spki', format: 'pem' }));

const server = { DATABASE_URL: 'postgres://x/y', APP_SECRET: 'x'.repeat(32), DATA_DIR: folder };
const wechat = {
  WECHAT_MCHID: '1900000109',
  WECHAT_APPID: 'wx1',
  WECHAT_SERIAL: 'ABC',
  WECHAT_KEY_FILE: own,
  WECHAT_API_V3_KEY: 'k'.repeat(32),
  WECHAT_PLATFORM_KEYS: `S1=${open},S2=${open}`,
  PAY_NOTIFY_BASE: 'https://api.example.com',
};
const alipay = {
  ALIPAY_APP_ID: '2021',
  ALIPAY_SELLER_ID: '2088',
  ALIPAY_KEY_FILE: own,
  ALIPAY_PUBLIC_KEY_FILE: open,
  PAY_NOTIFY_BASE: 'https://api.example.com',
};

test('the embedded start uses the embedded gateway, with keys created once for their owner only', () => {
  const first = readSettings({ DATA_DIR: folder });
  expect(first).toMatchObject({
    gatewayPort: 8085,
    pay: {
      notifyBase: 'http://127.0.0.1:8081',
      alipay: { page: 'http://pay.cme.localhost:8080/gateway.do' },
    },
  });
  expect(first.pay.sandbox).toBeDefined();
  expect(readSettings({ DATA_DIR: folder }).pay).toEqual(first.pay);
  for (const file of ['merchant.json', 'gateway.json', 'control'])
    expect(statSync(join(folder, 'pay', file)).mode & 0o077).toBe(0);
  const merchant = readFileSync(join(folder, 'pay/merchant.json'), 'utf8');
  const gateway = JSON.parse(readFileSync(join(folder, 'pay/gateway.json'), 'utf8')) as {
    wechat: { private_key: string };
    alipay: { private_key: string };
  };
  for (const key of [gateway.wechat.private_key, gateway.alipay.private_key])
    expect(merchant).not.toContain(JSON.stringify(key).slice(1, -1));
});

test('a production server sells nothing until configured, and never with the embedded gateway', () => {
  expect(readSettings(server)).toMatchObject({ pay: { channels: [] } });
  expect(readSettings(server).gatewayPort).toBeUndefined();
  expect(readSettings({ ...server, ...wechat })).toMatchObject({
    pay: {
      channels: ['wx_native', 'wx_h5'],
      wechat: { base: 'https://api.mch.weixin.qq.com', mchid: '1900000109' },
    },
  });
  expect(readSettings({ ...server, ...wechat, WECHAT_APP_SECRET: 's' }).pay.channels).toContain(
    'wx_jsapi',
  );
  expect(
    readSettings({ ...server, ...wechat, ...alipay, PAY_CHANNELS: 'ali_page,wx_native' }).pay
      .channels,
  ).toEqual(['ali_page', 'wx_native']);
  expect(readSettings({ ...server, TRANSFER_ACCOUNT: '中心|工行|6222' })).toMatchObject({
    pay: { channels: ['offline'], transfer: { account_no: '6222' } },
  });
  expect(readSettings({ DATA_DIR: folder, ...alipay }).pay.sandbox).toBeUndefined();
});

describe('the issuer of invoices', () => {
  const start = (env: Record<string, string>) => {
    const settings = readSettings({ SMS_PROVIDER: 'file', DATA_DIR: folder, ...env });
    requireProviders(settings);
    return settings.pay.issuer;
  };

  test.each([
    ['the embedded start makes samples', {}, 'embedded'],
    ['the embedded start with a real merchant waits for finance', alipay, 'file'],
    ['a server with the sandbox makes samples', { ...server, PAY_SANDBOX: 'Y' }, 'embedded'],
    ['a named one is used', { ...server, INVOICE_ISSUER: 'file' }, 'file'],
    [
      'the sandbox can be used by finance, too',
      { ...server, PAY_SANDBOX: 'Y', INVOICE_ISSUER: 'file' },
      'file',
    ],
  ])('%s', (_, env, issuer) => {
    expect(start(env)).toBe(issuer);
  });

  test('must be named with DATABASE_URL, in one line', () => {
    expect(() => start(server)).toThrow(SettingError);
    expect(() => start(server)).toThrow(
      /^setting INVOICE_ISSUER is missing; with DATABASE_URL it must be given: file[^\n]*$/,
    );
  });

  test.each([server, { ...server, ...wechat }, alipay])(
    'is never the embedded one outside the sandbox (%#)',
    (env) => {
      expect(() => start({ ...env, INVOICE_ISSUER: 'embedded' })).toThrow(
        /^setting INVOICE_ISSUER=embedded cannot be used without PAY_SANDBOX=Y[^\n]*file$/,
      );
    },
  );
});

describe('missing settings are reported at start', () => {
  test.each([
    ...Object.keys(wechat)
      .filter((name) => name !== 'WECHAT_MCHID')
      .map((name) => [name, { ...wechat, [name]: '' }] as const),
    ...Object.keys(alipay)
      .filter((name) => name !== 'ALIPAY_APP_ID')
      .map((name) => [name, { ...alipay, [name]: '' }] as const),
  ])('%s', (name, environment) => {
    expect(() => readSettings({ ...server, ...environment })).toThrow(name);
  });

  test.each([
    ['WECHAT_KEY_FILE', open],
    ['WECHAT_KEY_FILE', '/nowhere'],
    ['WECHAT_PLATFORM_KEYS', 'S1=/nowhere'],
    ['WECHAT_API_V3_KEY', 'sixteen bytes...'],
    ['PAY_CHANNELS', 'ali_page'],
    ['PAY_CHANNELS', 'cash'],
    ['PAY_NOTIFY_BASE', 'example.com'],
    ['TRANSFER_ACCOUNT', 'x'],
  ])('%s=%s', (name, value) => {
    expect(() => readSettings({ ...server, ...wechat, [name]: value })).toThrow(name);
    expect(() => readSettings({ ...server, ...wechat, WECHAT_API_V3_KEY: 'hunter2' })).not.toThrow(
      /hunter2/,
    );
  });
});
