import { expect, test } from 'vitest';
import { readSettings } from './settings.ts';

const server = { DATABASE_URL: 'postgres://x/y', APP_SECRET: 'x'.repeat(32) };
const s3 = {
  STORAGE: 's3',
  S3_ENDPOINT: 'https://s3.example.cn/',
  S3_BUCKET: 'cme-files',
  S3_ACCESS_KEY_ID: 'key',
  S3_SECRET_ACCESS_KEY: 'do-not-tell',
};

test('files are stored on disk unless a bucket is configured', () => {
  expect(readSettings(server)).toMatchObject({ storage: { kind: 'disk' }, scanner: undefined });
  expect(readSettings({ ...server, ...s3 }).storage).toEqual({
    kind: 's3',
    endpoint: 'https://s3.example.cn',
    bucket: 'cme-files',
    region: 'us-east-1',
    accessKeyId: 'key',
    secretAccessKey: 'do-not-tell',
  });
});

test.each([
  ['127.0.0.1:3310', { host: '127.0.0.1', port: 3310 }],
  ['/run/clamav/clamd.ctl', { path: '/run/clamav/clamd.ctl' }],
])('the scanner at %s', (clamd, scanner) => {
  expect(readSettings({ ...server, CLAMD: clamd }).scanner).toEqual(scanner);
});

test.each([
  [{ STORAGE: 'tape' }, 'STORAGE'],
  [{ ...s3, S3_ENDPOINT: 's3.example.cn' }, 'S3_ENDPOINT'],
  [{ ...s3, S3_BUCKET: 'No Bucket' }, 'S3_BUCKET'],
  [{ ...s3, S3_BUCKET: undefined }, 'S3_BUCKET'],
  [{ ...s3, S3_ACCESS_KEY_ID: undefined }, 'S3_ACCESS_KEY_ID'],
  [{ ...s3, S3_SECRET_ACCESS_KEY: '' }, 'S3_SECRET_ACCESS_KEY'],
  [{ CLAMD: 'clamd' }, 'CLAMD'],
])('an invalid setting is reported without secrets: %j', (environment, name) => {
  const read = () => readSettings({ ...server, ...environment });
  expect(read).toThrow(name);
  expect(read).not.toThrow('do-not-tell');
});
