import { createHash } from 'node:crypto';
import { AwsClient } from 'aws4fetch';

/** Timeout for the start of a response. */
const timeoutMs = 60_000;

export interface BucketSettings {
  endpoint: string;
  bucket: string;
  region: string;
  accessKeyId: string;
  secretAccessKey: string;
}

/** The refusal of a bucket. */
export class StorageError extends Error {
  readonly status: number;
  constructor(message: string, status: number) {
    super(message);
    this.status = status;
  }
}

/** The key does not exist. */
export class ObjectNotFoundError extends Error {}

interface CallOptions {
  body?: Buffer<ArrayBuffer>;
  headers?: Record<string, string>;
}

export interface StoredObject {
  key: string;
  /** When it was written. */
  at: string;
}

export interface Bucket {
  /** Sends a request for a path of the bucket; throws unless it succeeds. */
  call(method: string, path: string, options?: CallOptions): Promise<Response>;
  /** All objects whose keys start like this. */
  list(prefix: string): Promise<StoredObject[]>;
}

/** The client of one bucket, with path-style addressing. Every body is signed by its SHA-256, so that
 * corruption is detected. */
export function openBucket({ endpoint, bucket, ...keys }: BucketSettings): Bucket {
  const client = new AwsClient({ ...keys, service: 's3', retries: 3, initRetryMs: 100 });
  async function call(method: string, path: string, { body, headers }: CallOptions = {}) {
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
    const code = findElement(await answer.text(), 'Code');
    if (answer.status === 404 && code !== 'NoSuchBucket') throw new ObjectNotFoundError(path);
    throw new StorageError(`storage ${method}: ${answer.status} ${code}`, answer.status);
  }
  return { call, list: (prefix) => listObjects(call, prefix) };
}

/** Reads a response to its end, so that its connection can be reused. */
export const finish = async (pending: Promise<Response>): Promise<string> => (await pending).text();

/** The text of an element of an answer. */
export const findElement = (xml: string, name: string): string =>
  new RegExp(`<${name}>([^<]*)</${name}>`).exec(xml)?.[1] ?? '';

async function listObjects(call: Bucket['call'], prefix: string): Promise<StoredObject[]> {
  const objects: StoredObject[] = [];
  let after = '';
  do {
    const query = `?list-type=2&prefix=${encodeURIComponent(prefix)}${after}`;
    const page = await finish(call('GET', query));
    for (const [, row = ''] of page.matchAll(/<Contents>(.*?)<\/Contents>/gs))
      objects.push({ key: findElement(row, 'Key'), at: findElement(row, 'LastModified') });
    const next = findElement(page, 'NextContinuationToken');
    after = next && `&continuation-token=${encodeURIComponent(next)}`;
  } while (after);
  return objects;
}
