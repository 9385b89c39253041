import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { readSettings, requireProviders, SettingError } from './settings.ts';
import { parseTemplates } from './sms-template.ts';

const folder = mkdtempSync(join(tmpdir(), 'cme-sms-settings-'));
afterAll(() => rmSync(folder, { recursive: true }));

const server = {
  DATABASE_URL: 'postgres://x/y',
  APP_SECRET: 'x'.repeat(32),
  INVOICE_ISSUER: 'file',
  DATA_DIR: folder,
};
const aliyun = {
  SMS_ALIYUN_KEY_ID: 'LTAI1',
  SMS_ALIYUN_KEY_SECRET: 'hunter2-of-aliyun',
  SMS_ALIYUN_SIGN: '省培训中心',
  SMS_ALIYUN_TEMPLATE: 'SMS_1,regist:SMS_2',
};
const tencent = {
  SMS_TENCENT_SECRET_ID: 'AKID1',
  SMS_TENCENT_SECRET_KEY: 'hunter2-of-tencent',
  SMS_TENCENT_APP_ID: '1400006666',
  SMS_TENCENT_SIGN: '省培训中心',
  SMS_TENCENT_TEMPLATE: '1110+minutes',
};

test('the embedded start uses the embedded providers, with an account created once for its owner only', () => {
  const first = readSettings({ DATA_DIR: folder });
  expect(first.sms).toMatchObject({
    order: ['aliyun', 'tencent'],
    port: 8087,
    aliyun: { endpoint: 'http://127.0.0.1:8087' },
    tencent: { endpoint: 'http://127.0.0.1:8087' },
  });
  expect(readSettings({ DATA_DIR: folder }).sms).toEqual(first.sms);
  expect(statSync(join(folder, 'sms/providers.json')).mode & 0o077).toBe(0);
  expect(readFileSync(join(folder, 'sms/providers.json'), 'utf8')).toContain('SMS_154950001');
});

describe('with DATABASE_URL', () => {
  test('the start refuses in one line when no provider is named, not even the file', () => {
    const settings = readSettings(server);
    expect(() => requireProviders(settings)).toThrow(SettingError);
    expect(() => requireProviders(settings)).toThrow(
      /^setting SMS_PROVIDER is missing; with DATABASE_URL it must be given: [^\n]+file[^\n]+$/,
    );
    expect(() => requireProviders(readSettings({ DATA_DIR: folder }))).not.toThrow();
  });

  test.each([
    [{ SMS_PROVIDER: 'file' }, ['file']],
    [{ SMS_PROVIDER: 'aliyun', ...aliyun }, ['aliyun']],
    [{ SMS_PROVIDER: 'aliyun,tencent', ...aliyun, ...tencent }, ['aliyun', 'tencent']],
    [{ SMS_PROVIDER: 'tencent,aliyun', ...aliyun, ...tencent }, ['tencent', 'aliyun']],
    [{ SMS_PROVIDER: 'embedded' }, ['aliyun', 'tencent']],
  ])('%j sends by %j in this order', (given, order) => {
    const settings = readSettings({ ...server, ...given });
    expect(settings.sms.order).toEqual(order);
    requireProviders(settings);
  });
});

test.each([...Object.keys(aliyun), ...Object.keys(tencent)])(
  'without %s the start refuses in one line that names it',
  (name) => {
    const given = { SMS_PROVIDER: 'aliyun,tencent', ...aliyun, ...tencent, [name]: '' };
    expect(() => readSettings({ ...server, ...given })).toThrow(
      new RegExp(`^setting ${name} is missing, and SMS_PROVIDER=aliyun,tencent$`),
    );
  },
);

test.each([
  ['SMS_PROVIDER', 'pigeon'],
  ['SMS_PROVIDER', 'aliyun,aliyun'],
  ['SMS_ALIYUN_SIGN', '【省培训中心】'],
  ['SMS_ALIYUN_SIGN', '省'],
  ['SMS_ALIYUN_TEMPLATE', 'regist:SMS_2'],
  ['SMS_ALIYUN_TEMPLATE', 'SMS_1,birthday:SMS_2'],
  ['SMS_TENCENT_TEMPLATE', '1110,1111'],
  ['SMS_TENCENT_APP_ID', 'app'],
  ['SMS_TENCENT_ENDPOINT', 'sms.example.com'],
  ['SMS_REPORT_FROM', 'aliyun.com'],
  ['SMS_PORT', '0'],
])('%s=%s stops the start with one line', (name, value) => {
  const given = { SMS_PROVIDER: 'aliyun,tencent', ...aliyun, ...tencent, [name]: value };
  expect(() => readSettings({ ...server, ...given })).toThrow(
    new RegExp(`^setting ${name}=[^\n]+$`),
  );
});

test('a key is never printed', () => {
  for (const wrong of [{ SMS_ALIYUN_SIGN: '' }, { SMS_PORT: 'x' }, { SMS_TENCENT_SIGN: '【】' }])
    try {
      readSettings({ ...server, SMS_PROVIDER: 'aliyun,tencent', ...aliyun, ...tencent, ...wrong });
      expect.unreachable();
    } catch (fault) {
      expect(String(fault)).not.toMatch(/hunter2/);
    }
});

test.each([
  ['SMS_1', [['', 'SMS_1', false]]],
  [
    'SMS_1, regist:SMS_2+minutes',
    [
      ['', 'SMS_1', false],
      ['regist', 'SMS_2', true],
    ],
  ],
  ['SMS_1,SMS_2', undefined],
  ['SMS_1,login:SMS_2,login:SMS_3', undefined],
  ['login:SMS_1', undefined],
  ['', undefined],
  ['SMS 1', undefined],
])('the templates %j are read as %j', (text, expected) => {
  const templates = parseTemplates(text);
  expect(
    templates && [...templates].map(([scene, { id, hasMinutes }]) => [scene, id, hasMinutes]),
  ).toEqual(expected);
});
