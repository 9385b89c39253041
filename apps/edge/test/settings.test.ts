import { readSettings } from '../src/settings/settings.ts';
import { describe, expect, it } from 'vitest';

describe('the settings of an edge', () => {
  it('have defaults for one machine, also where a variable is empty', () => {
    expect(readSettings({ PORT: '', API_BASE: '' })).toMatchObject({
      port: 8080,
      listen: '0.0.0.0',
      mainDomain: 'cme.localhost',
      apiOrigins: ['http://127.0.0.1:8081'],
      apiBase: '',
      logLevel: 'info',
      releaseStore: { storage: { kind: 'folder', folder: '.data/releases' } },
    });
  });

  it('take several APIs, and addresses without the slash at their end', () => {
    const env = { API_UPSTREAM: 'api-1:8081, [::1]:8082,api-1:8081', API_BASE: 'https://a.cn/x/' };
    expect(readSettings(env)).toMatchObject({
      apiOrigins: ['http://api-1:8081', 'http://[::1]:8082'],
      apiBase: 'https://a.cn/x',
    });
  });

  it.each([
    ['PORT', '80a', '设置 PORT 应为 1 至 65535 的端口号，现为 “80a”'],
    ['API_PORT', '70000', '设置 API_PORT 应为 1 至 65535 的端口号，现为 “70000”'],
    ['API_UPSTREAM', 'api', '设置 API_UPSTREAM 应为 host:port，多个以逗号分隔，现为 “api”'],
    ['API_BASE', 'ftp://a', '设置 API_BASE 应为 http(s) 地址，现为 “ftp://a”'],
    ['PAY_GATEWAY_ORIGIN', 'a', '设置 PAY_GATEWAY_ORIGIN 应为 http(s) 地址，现为 “a”'],
    ['TRUSTED_PROXIES', 'me', '现为 “me”'],
    ['LOG_LEVEL', 'loud', '设置 LOG_LEVEL 应为 fatal error warn info debug trace silent 之一'],
    ['RELEASE_PUBLIC_KEYS', '/no/key', '设置 RELEASE_PUBLIC_KEYS 应为已有的文件'],
    ['RELEASE_BUCKET', 'releases', '设置 RELEASE_BUCKET 需要同时设置 S3_ENDPOINT'],
  ])('refuse %s=%s in one line that says what is accepted', (name, value, message) => {
    expect(() => readSettings({ [name]: value })).toThrow(message);
  });
});
