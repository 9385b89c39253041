import { createHash } from 'node:crypto';
import { AwsClient } from 'aws4fetch';
import type { ReleaseStorage } from './storage.ts';

/** Response timeout in milliseconds. */
const timeoutMs = 30_000;

export interface S3Settings {
  endpoint: string;
  bucket: string;
  region: string;
  accessKeyId: string;
  secretAccessKey: string;
}

const tagText = (xml: string, name: string): string =>
  new RegExp(`<${name}>([^<]*)</${name}>`).exec(xml)?.[1] ?? '';

/** Releases in an S3 bucket. Every request body is signed with its SHA-256. */
export function createS3ReleaseStorage(settings: S3Settings): ReleaseStorage {
  const { endpoint, bucket, ...keys } = settings;
  const client = new AwsClient({ ...keys, service: 's3', retries: 3, initRetryMs: 100 });
  const callBucket = async (method: string, path: string, body?: Buffer<ArrayBuffer>) => {
    const sha256 = createHash('sha256')
      .update(body ?? '')
      .digest('hex');
    const answer = await client.fetch(`${endpoint}/${bucket}${path}`, {
      method,
      ...(body && { body }),
      headers: { 'x-amz-content-sha256': sha256 },
      signal: AbortSignal.timeout(timeoutMs),
    });
    const bytes = Buffer.from(await answer.arrayBuffer());
    if (answer.ok) return bytes;
    const code = tagText(bytes.toString(), 'Code');
    if (answer.status === 404 && code !== 'NoSuchBucket') return undefined;
    throw new Error(`release storage ${method}: ${answer.status} ${code}`);
  };
  const list = (prefix: string) => listPrefix((query) => callBucket('GET', query), prefix);
  return {
    read: (path) => callBucket('GET', `/${path}`),
    async put(release, files) {
      for (const [path, bytes] of files)
        await callBucket('PUT', `/${release}/${path}`, Buffer.from(bytes));
    },
    async list(application) {
      const objects = await list(`${application}/`);
      return objects.flatMap(({ key, at }) => {
        const [, id = '', file] = key.split('/');
        return file === 'manifest.json.sig' ? [{ id, at }] : [];
      });
    },
    async remove(release) {
      const objects = await list(`${release}/`);
      const last = (key: string) => (key.endsWith('/manifest.json.sig') ? 0 : 1);
      // The signature goes first: without it the rest is no longer a release.
      for (const { key } of objects.sort((a, b) => last(a.key) - last(b.key)))
        await callBucket('DELETE', `/${key}`);
    },
  };
}

async function listPrefix(
  callBucket: (query: string) => Promise<Buffer | undefined>,
  prefix: string,
): Promise<{ key: string; at: string }[]> {
  const objects: { key: string; at: string }[] = [];
  let after = '';
  do {
    const page = String(
      await callBucket(`?list-type=2&prefix=${encodeURIComponent(prefix)}${after}`),
    );
    for (const [, row = ''] of page.matchAll(/<Contents>(.*?)<\/Contents>/gs))
      objects.push({ key: tagText(row, 'Key'), at: tagText(row, 'LastModified') });
    const next = tagText(page, 'NextContinuationToken');
    after = next && `&continuation-token=${encodeURIComponent(next)}`;
  } while (after);
  return objects;
}
