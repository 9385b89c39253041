import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { AwsClient } from 'aws4fetch';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startSwift, type S3Server } from '../../../tools/programs/swift.ts';
import {
  type Application,
  createReleaseStore,
  defaultReleaseOptions,
  type LastLive,
  makeRelease,
  prune,
  type ReleaseOptions,
  ReleaseRefusedError,
  type ReleaseResult,
} from '@cme/release';
import { makeDist } from './builds.ts';
import { applications, blockOf, openEdge } from './edge.ts';
import { areaOf } from './rollout-api.ts';

const folder = mkdtempSync(join(tmpdir(), 'cme-bucket-'));
const ids: Record<string, string> = {};
let server: S3Server;
let making: ReleaseOptions;
let edge: Awaited<ReturnType<typeof openEdge>>;
const put = (path: string, body?: string) => {
  const { accessKeyId, secretAccessKey, endpoint } = server;
  const client = new AwsClient({
    accessKeyId,
    secretAccessKey,
    service: 's3',
    region: 'us-east-1',
  });
  return client.fetch(`${endpoint}/releases${path}`, { method: 'PUT', ...(body && { body }) });
};
const make = (application: Application, mark = '1'): Promise<ReleaseResult> => {
  const dist = join(folder, 'dist', application);
  makeDist(dist, application, mark);
  return makeRelease(application, dist, making);
};

beforeAll(async () => {
  server = await startSwift();
  const { stop: _, ...keys } = server;
  const storage = { kind: 's3' as const, bucket: 'releases', region: 'us-east-1', ...keys };
  making = { ...defaultReleaseOptions(join(folder, 'releases')), storage };
  expect((await put('')).ok).toBe(true);
  for (const application of applications) ids[application] = (await make(application)).manifest.id;
  edge = await openEdge({
    published: [],
    env: {
      DATA_DIR: folder,
      RELEASE_BUCKET: 'releases',
      S3_ENDPOINT: server.endpoint,
      S3_ACCESS_KEY_ID: server.accessKeyId,
      S3_SECRET_ACCESS_KEY: server.secretAccessKey,
    },
  });
  edge.api.rollout.set(
    Object.fromEntries(Object.entries(ids).map(([name, id]) => [name, areaOf(id)])),
  );
});
afterAll(async () => {
  await edge.close();
  await server.stop();
  rmSync(folder, { recursive: true, force: true });
});

const file = (name: string) => `/static/player/${ids['player']}/area/${name}`;

it('an edge renders and serves from a bucket without keeping files in its folder', async () => {
  const follows = async () => (await edge.get('cme.localhost', '/')).status;
  await expect.poll(follows, { timeout: 20_000 }).toBe(200);
  const page = await edge.get('cme.localhost', '/');
  expect(page.text).toContain('<main>cme.localhost/');
  expect(blockOf(page).releases).toEqual(ids);
  expect((await edge.get('cme.localhost', file('remoteEntry.js'))).text).toBe('console.log(1)');
  expect((await edge.get('cme.localhost', file('nothing.js'))).status).toBe(404);
  expect(existsSync(join(folder, 'releases'))).toBe(false);
});

it('an existing release is not written again', async () => {
  expect(await make('player')).toMatchObject({ manifest: { id: ids['player'] }, isNew: false });
});

it('releases that were not live for thirty days are removed, all others stay', async () => {
  const second = (await make('player', '2')).manifest.id;
  const in31Days = new Date(Date.now() + 31 * 86_400_000);
  const yesterday = new Date(in31Days.getTime() - 86_400_000);
  const old = (lastLive: LastLive, isDry: boolean) =>
    prune(making.storage, applications, lastLive, { isDry, now: in31Days });
  expect(await old((_, id) => (id === ids['player'] ? yesterday : 'live'), false)).toEqual([]);
  const dead: LastLive = (_, id) => (id === second ? undefined : 'live');
  expect(await old(dead, true)).toEqual([{ application: 'player', id: second, lastLive: null }]);
  const store = createReleaseStore(making);
  await expect(store.load('player', second)).resolves.toMatchObject({ id: second });
  expect(await old(dead, false)).toHaveLength(1);
  await expect(store.load('player', second)).rejects.toThrow(ReleaseRefusedError);
  expect((await store.list('player')).map(({ id }) => id)).toEqual([ids['player']]);
  store.close();
});

it('an object modified in the bucket is refused', async () => {
  await put(`/player/${ids['player']}/area/exposed.5555555555.js`, 'evil()');
  const store = createReleaseStore(making);
  await expect(store.load('player', ids['player'] ?? '')).rejects.toThrow(ReleaseRefusedError);
  expect((await edge.get('cme.localhost', file('exposed.5555555555.js'))).text).toBe('1');
  store.close();
});
