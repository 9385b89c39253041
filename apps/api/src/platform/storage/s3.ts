import { createHash } from 'node:crypto';
import { open, unlink } from 'node:fs/promises';
import { Readable } from 'node:stream';
import type { ReadableStream } from 'node:stream/web';
import { AwsClient } from 'aws4fetch';
import type { StorageSettings } from '../settings/storage-settings.ts';
import { StorageError } from './full.ts';
import { ObjectNotFoundError, type Storage } from './port.ts';

/** Part size of multipart uploads, which limits memory use. */
const partSize = 8 * 1024 * 1024;
/** Timeout for the start of a response. */
const timeoutMs = 60_000;

type S3Settings = Extract<StorageSettings, { kind: 's3' }>;

interface Ask {
  body?: Buffer<ArrayBuffer>;
  headers?: Record<string, string>;
}
type Bucket = ReturnType<typeof openBucket>;

/** Client of one bucket with path-style addressing. Every body is signed by its SHA-256, so that
 * corruption is detected. */
function openBucket({ endpoint, bucket, region, accessKeyId, secretAccessKey }: S3Settings) {
  const client = new AwsClient({
    accessKeyId,
    secretAccessKey,
    region,
    service: 's3',
    retries: 3,
    initRetryMs: 100,
  });
  return async (method: string, path: string, { body, headers }: Ask = {}): Promise<Response> => {
    const aborter = new AbortController();
    const timer = setTimeout(() => aborter.abort(new Error('storage timeout')), timeoutMs);
    const sha256 = createHash('sha256')
      .update(body ?? '')
      .digest('hex');
    const answer = await client
      .fetch(`${endpoint}/${bucket}${path}`, {
        method,
        ...(body && { body }),
        headers: { ...headers, 'x-amz-content-sha256': sha256 },
        signal: aborter.signal,
      })
      .finally(() => clearTimeout(timer));
    if (answer.ok) return answer;
    const text = await answer.text();
    if (answer.status === 404 && findElement(text, 'Code') === 'NoSuchKey')
      throw new ObjectNotFoundError(path);
    throw new StorageError(
      `storage ${method}: ${answer.status} ${findElement(text, 'Code')}`,
      answer.status,
    );
  };
}

const findElement = (xml: string, name: string): string =>
  new RegExp(`<${name}>([^<]*)</${name}>`).exec(xml)?.[1] ?? '';

export function createS3Storage(settings: S3Settings): Storage {
  const callBucket = openBucket(settings);
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
    list: (place) => listPlace(callBucket, place),
    async remove(keys) {
      for (const key of keys) await finish(callBucket('DELETE', `/${key}`));
    },
    async expectUsable() {
      await finish(callBucket('GET', '?list-type=2&max-keys=1'));
    },
  };
}

/** Reads a response to its end, so that its connection can be reused. */
const finish = async (pending: Promise<Response>): Promise<string> => (await pending).text();

async function uploadParts(
  callBucket: Bucket,
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

async function listPlace(callBucket: Bucket, place: string): Promise<string[]> {
  const keys: string[] = [];
  let after = '';
  do {
    const query = `?list-type=2&prefix=${encodeURIComponent(`${place}/`)}${after}`;
    const page = await finish(callBucket('GET', query));
    for (const [, key = ''] of page.matchAll(/<Key>([^<]*)<\/Key>/g)) keys.push(key);
    const next = findElement(page, 'NextContinuationToken');
    after = next && `&continuation-token=${encodeURIComponent(next)}`;
  } while (after);
  return keys;
}
