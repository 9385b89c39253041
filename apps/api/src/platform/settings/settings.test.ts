import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { keyFor } from './keys.ts';
import { readSettings, SettingError } from './settings.ts';

const folder = mkdtempSync(join(tmpdir(), 'cme-settings-'));
afterAll(() => rmSync(folder, { recursive: true }));
const secret = 'x'.repeat(32);

test('no settings mean the embedded start', () => {
  expect(readSettings({ DATA_DIR: folder })).toMatchObject({
    port: 8080,
    apiPort: 8081,
    mainDomain: 'cme.localhost',
    databaseUrl: undefined,
    dataDir: folder,
    apiBase: '',
    rateLimit: 6000,
  });
});

test('trusted proxies are addresses and networks, none by default', () => {
  const given = 'loopback, 10.0.0.0/8,2001:db8::1';
  expect(readSettings({ DATA_DIR: folder }).trustedProxies).toEqual([]);
  expect(readSettings({ DATA_DIR: folder, TRUSTED_PROXIES: given }).trustedProxies).toEqual([
    'loopback',
    '10.0.0.0/8',
    '2001:db8::1',
  ]);
});

test('an empty variable counts as unset', () => {
  expect(
    readSettings({ DATA_DIR: folder, PORT: '', DATABASE_URL: '', LOG_LEVEL: '' }),
  ).toMatchObject({ port: 8080, logLevel: 'info' });
});

test('the secret of the embedded start is created once, for its owner only, and kept', () => {
  const first = readSettings({ DATA_DIR: folder });
  expect(readSettings({ DATA_DIR: folder }).secret).toEqual(first.secret);
  expect(first.secret.length).toBeGreaterThanOrEqual(32);
  expect(statSync(join(folder, 'secret')).mode & 0o077).toBe(0);
  expect(keyFor(first, 'one')).not.toEqual(keyFor(first, 'two'));
});

describe('an invalid value gives one line with the name of the setting', () => {
  test.each([
    ['PORT', '80a'],
    ['PORT', '0'],
    ['PORT', '70000'],
    ['API_PORT', '-1'],
    ['API_PORT', '8080'],
    ['MAIN_DOMAIN', 'http://x'],
    ['MAIN_DOMAIN', 'CME.localhost'],
    ['DATABASE_URL', 'mysql://x'],
    ['API_BASE', 'api.example.com'],
    ['API_BASE', 'https://api.example.com/'],
    ['CONTENT_BASE', 'ftp://x'],
    ['LOG_LEVEL', 'loud'],
    ['SMS_PROVIDER', 'pigeon'],
    ['SAMPLE', 'yes'],
    ['RATE_LIMIT', '1.5'],
    ['APP_SECRET', 'short'],
    ['POOL_SIZE', '1'],
    ['TRUSTED_PROXIES', '1'],
    ['TRUSTED_PROXIES', 'nginx'],
    ['TRUSTED_PROXIES', '10.0.0.0/33'],
    ['TRUSTED_PROXIES', '0.0.0.0/0'],
    ['TRUSTED_PROXIES', '10.0.0.1;10.0.0.2'],
  ])('%s=%s', (name, value) => {
    const read = () => readSettings({ DATA_DIR: folder, [name]: value });
    expect(read).toThrow(SettingError);
    expect(read).toThrow(new RegExp(`^setting ${name}=[^\n]+$`));
  });

  test('a secret is not printed', () => {
    expect(() => readSettings({ APP_SECRET: 'hunter2' })).not.toThrow(/hunter2/);
    expect(() => readSettings({ DATABASE_URL: 'mysql://root:hunter2@x' })).not.toThrow(/hunter2/);
  });

  test('a production server without a secret does not start', () => {
    expect(() => readSettings({ DATABASE_URL: 'postgres://x/y' })).toThrow(/APP_SECRET is missing/);
    expect(readSettings({ DATABASE_URL: 'postgres://x/y', APP_SECRET: secret }).databaseUrl).toBe(
      'postgres://x/y',
    );
  });
});
