import { open, unlink } from 'node:fs/promises';
import { Readable } from 'node:stream';
import type { ReadableStream } from 'node:stream/web';
import { type Bucket, findElement, finish, openBucket } from '@cme/storage';
import type { StorageSettings } from '../settings/storage-settings.ts';
import type { Storage } from './port.ts';

/** Part size of multipart uploads, which limits memory use. */
const partSize = 8 * 1024 * 1024;
type S3Settings = Extract<StorageSettings, { kind: 's3' }>;

export function createS3Storage(settings: S3Settings): Storage {
  const bucket = openBucket(settings);
  const callBucket = bucket.call;
  return {
    async put(key, path) {
      const file = await open(path);
      try {
        const { size } = await file.stat();
        if (size > partSize) await uploadParts(callBucket, key, readFileInParts(file, size));
        else await finish(callBucket('PUT', `/${key}`, { body: await file.readFile() }));
      } finally {
        await file.close();
      }
      await unlink(path);
    },
    async read(key, range) {
      const headers = range && { range: `bytes=${range.start}-${range.end}` };
      const { body } = await callBucket('GET', `/${key}`, headers && { headers });
      return body ? Readable.fromWeb(body as ReadableStream) : Readable.from([]);
    },
    async list(place) {
      return (await bucket.list(`${place}/`)).map(({ key }) => key);
    },
    async remove(keys) {
      for (const key of keys) await finish(callBucket('DELETE', `/${key}`));
    },
    async expectUsable() {
      await finish(callBucket('GET', '?list-type=2&max-keys=1'));
    },
  };
}

async function uploadParts(
  callBucket: Bucket['call'],
  key: string,
  parts: AsyncIterable<Buffer<ArrayBuffer>>,
): Promise<void> {
  const createdUpload = await finish(callBucket('POST', `/${key}?uploads`));
  const upload = `uploadId=${encodeURIComponent(findElement(createdUpload, 'UploadId'))}`;
  try {
    const tags: string[] = [];
    for await (const body of parts) {
      const answer = await callBucket('PUT', `/${key}?partNumber=${tags.length + 1}&${upload}`, {
        body,
      });
      await answer.arrayBuffer();
      tags.push(answer.headers.get('etag') ?? '');
    }
    const list = tags.map(
      (tag, index) => `<Part><PartNumber>${index + 1}</PartNumber><ETag>${tag}</ETag></Part>`,
    );
    const body = Buffer.from(`<CompleteMultipartUpload>${list.join('')}</CompleteMultipartUpload>`);
    const done = await finish(callBucket('POST', `/${key}?${upload}`, { body }));
    // The status was sent before the operation finished.
    if (done.includes('<Error>')) throw new Error(`storage: ${findElement(done, 'Code')}`);
  } catch (error) {
    await finish(callBucket('DELETE', `/${key}?${upload}`)).catch(() => undefined);
    throw error;
  }
}

async function* readFileInParts(file: Awaited<ReturnType<typeof open>>, size: number) {
  for (let index = 0; index < size; index += partSize) {
    const part = Buffer.alloc(Math.min(partSize, size - index));
    await file.read(part, 0, part.length, index);
    yield part;
  }
}
