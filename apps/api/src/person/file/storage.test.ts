import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { myfileDelete, myfileDownload } from '@cme/contract/person';
import { AwsClient } from 'aws4fetch';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ObjectNotFoundError } from '@cme/storage';
import { startSwift, type S3Server } from '../../../../../tools/programs/swift.ts';
import { newLearner } from '../../../test/learner.ts';
import { pdf } from '../../../test/sample-files.ts';
import { startTestApi } from '../../../test/test-api.ts';
import { startUpload, tus, upload } from '../../../test/upload.ts';
import type { StorageSettings } from '../../platform/settings/storage-settings.ts';
import { newPlace } from '../../platform/storage/spool.ts';
import type { Storage } from '../../platform/storage/port.ts';
import { openStorage } from '../../platform/storage/storage.ts';
import { findFile } from './file.store.ts';

const folder = mkdtempSync(join(tmpdir(), 'cme-storage-'));
let server: S3Server;
let bucket: StorageSettings;
beforeAll(async () => {
  server = await startSwift();
  const { endpoint, accessKeyId, secretAccessKey } = server;
  bucket = {
    kind: 's3',
    endpoint,
    bucket: 'files',
    region: 'us-east-1',
    accessKeyId,
    secretAccessKey,
  };
  const client = new AwsClient({
    accessKeyId,
    secretAccessKey,
    service: 's3',
    region: 'us-east-1',
  });
  expect((await client.fetch(`${endpoint}/files`, { method: 'PUT' })).ok).toBe(true);
});
afterAll(async () => {
  await server.stop();
  rmSync(folder, { recursive: true, force: true });
});

describe.each(['disk', 's3'] as const)('the storage on %s', (kind) => {
  let storage: Storage;
  beforeAll(() => {
    const choice = kind === 's3' ? bucket : { kind: 'disk' as const };
    storage = openStorage({ dataDir: folder, storage: choice });
  });
  const put = async (key: string, bytes: Buffer) => {
    const path = join(folder, newPlace());
    writeFileSync(path, bytes);
    await storage.put(key, path);
  };
  const read = async (...at: Parameters<Storage['read']>) => buffer(await storage.read(...at));

  it('stores bytes, reads them whole and in ranges, takes over files, and deletes', async () => {
    await storage.expectUsable();
    const [place, other] = [newPlace(), newPlace()];
    const bytes = Buffer.from('0123456789');
    await put(`${place}/p-0-a`, bytes);
    await put(`${place}/f-b`, Buffer.alloc(0));
    await put(`${other}/f-c`, bytes);
    expect(await read(`${place}/p-0-a`)).toEqual(bytes);
    expect((await read(`${place}/p-0-a`, { start: 2, end: 4 })).toString()).toBe('234');
    expect((await storage.list(place)).toSorted()).toEqual([`${place}/f-b`, `${place}/p-0-a`]);
    await storage.remove([`${place}/p-0-a`, `${place}/f-b`, `${place}/never`]);
    expect(await storage.list(place)).toEqual([]);
    await expect(storage.read(`${place}/p-0-a`)).rejects.toBeInstanceOf(ObjectNotFoundError);
    expect(await read(`${other}/f-c`)).toEqual(bytes);
  });

  it('stores large files unchanged', async () => {
    const key = `${newPlace()}/f-large`;
    const bytes = Buffer.alloc(20 * 1024 * 1024 + 7, 'large file ');
    await put(key, bytes);
    expect((await read(key)).equals(bytes)).toBe(true);
    const [start, end] = [8 * 1024 * 1024 - 3, 8 * 1024 * 1024 + 3];
    expect((await read(key, { start, end })).equals(bytes.subarray(start, end + 1))).toBe(true);
  }, 60_000);
});

describe('a bucket', () => {
  it('accepts multipart uploads from different processes, and returns the content', async () => {
    const api = await startTestApi({ settings: { storage: bucket } });
    const learner = await newLearner(api);
    const bytes = await pdf('云端', 60);
    const file = await upload(api, learner, { bytes, name: '云端.pdf' }, 9000);
    expect(file).toMatchObject({ file_status: 'ready', size: bytes.length });
    const { url } = await api.send(myfileDownload, { file_id: file.file_id }, learner);
    api.context.settings.contentBase = api.url;
    const answer = await fetch(`${api.url}${new URL(url).pathname}`, {
      headers: { range: 'bytes=5-' },
    });
    expect([
      answer.status,
      Buffer.from(await answer.arrayBuffer()).equals(bytes.subarray(5)),
    ]).toEqual([206, true]);
    const row = await findFile(api.db, file.file_id);
    const storage = openStorage(api.context.settings);
    await expect.poll(() => storage.list(row?.place ?? '')).toEqual([row?.object]);
    const local = readdirSync(join(api.context.settings.dataDir, 'files'), { recursive: true });
    expect(local).toEqual(['spool']);
    await api.send(myfileDelete, { file_id: file.file_id }, learner);
    await expect.poll(() => storage.list(row?.place ?? ''), { timeout: 10_000 }).toEqual([]);
    await api.close();
  }, 90_000);

  it('that is unreachable loses nothing: the part does not count and is sent again', async () => {
    const api = await startTestApi({
      settings: { storage: { ...bucket, bucket: 'missing' } as StorageSettings },
    });
    const learner = await newLearner(api);
    const bytes = await pdf();
    const { upload_url } = await startUpload(api, learner, { bytes });
    const answer = await tus(api, learner, 'PATCH', upload_url, { body: Buffer.from(bytes) });
    expect([answer.status, await answer.json()]).toMatchObject([
      500,
      { message: '上传中断，请继续上传' },
    ]);
    const head = await tus(api, learner, 'HEAD', upload_url);
    expect(head.headers.get('upload-offset')).toBe('0');
    await expect(openStorage(api.context.settings).expectUsable()).rejects.toThrow('NoSuchBucket');
    await api.close();
  }, 60_000);
});
