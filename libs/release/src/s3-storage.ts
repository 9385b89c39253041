import { type BucketSettings, finish, ObjectNotFoundError, openBucket } from '@cme/storage';
import type { ReleaseStorage } from './storage.ts';

/** Releases in an S3 bucket. */
export function createS3ReleaseStorage(settings: BucketSettings): ReleaseStorage {
  const bucket = openBucket(settings);
  return {
    async read(path) {
      try {
        return Buffer.from(await (await bucket.call('GET', `/${path}`)).arrayBuffer());
      } catch (error) {
        if (error instanceof ObjectNotFoundError) return undefined;
        throw error;
      }
    },
    async put(release, files) {
      for (const [path, bytes] of files)
        await finish(bucket.call('PUT', `/${release}/${path}`, { body: Buffer.from(bytes) }));
    },
    async list(application) {
      const objects = await bucket.list(`${application}/`);
      return objects.flatMap(({ key, at }) => {
        const [, id = '', file] = key.split('/');
        return file === 'manifest.json.sig' ? [{ id, at }] : [];
      });
    },
    async remove(release) {
      const objects = await bucket.list(`${release}/`);
      const last = (key: string) => (key.endsWith('/manifest.json.sig') ? 0 : 1);
      // The signature goes first: without it the rest is no longer a release.
      for (const { key } of objects.sort((a, b) => last(a.key) - last(b.key)))
        await finish(bucket.call('DELETE', `/${key}`));
    },
  };
}
