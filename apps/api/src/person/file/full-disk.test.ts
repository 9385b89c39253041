import { spawnSync } from 'node:child_process';
import { chownSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { siteLogo } from '@cme/contract/site';
import { sql } from 'drizzle-orm';
import { afterEach, describe, expect, it } from 'vitest';
import { newLearner } from '../../../test/learner.ts';
import { pdf } from '../../../test/sample-files.ts';
import { startTestApi, type TestApi } from '../../../test/test-api.ts';
import { startUpload, tus, verdictOn } from '../../../test/upload.ts';
import { freePort } from '../../../../../tools/programs/free-port.ts';

const run = (program: string, ...options: string[]) => {
  const { status, stderr } = spawnSync(program, options, { encoding: 'utf8' });
  if (status !== 0) throw new Error(stderr);
};
const isRoot = process.getuid?.() === 0 && process.platform === 'linux';
const undo: (() => unknown)[] = [];
afterEach(async () => {
  for (const step of undo.splice(0).reverse()) await step();
});

/** A file system of its own, of this size. */
function mountSmall(size: string): { folder: string; grow(to: string): void } {
  const folder = mkdtempSync(join(tmpdir(), 'cme-full-'));
  run('mount', '-t', 'tmpfs', '-o', `size=${size},mode=0700`, 'tmpfs', folder);
  undo.push(() => {
    run('umount', '-l', folder);
    rmSync(folder, { recursive: true, force: true });
  });
  return { folder, grow: (to) => run('mount', '-o', `remount,size=${to}`, folder) };
}

const filesIn = (folder: string) =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((item) => item.isFile())
    .map(({ name }) => name);

async function startFor(settings: Parameters<typeof startTestApi>[0]): Promise<TestApi> {
  const api = await startTestApi(settings);
  undo.push(() => api.close());
  return api;
}

async function expectNoRoom(answer: Response): Promise<void> {
  expect([answer.status, await answer.json(), answer.headers.get('retry-after')]).toEqual([
    503,
    {
      isSuccess: false,
      statusCode: 503,
      message: '服务器存储空间暂时不足，本次内容没有保存，请稍后再试',
      data: expect.any(Object) as object,
    },
    '60',
  ]);
}

const alarms = (api: TestApi) =>
  api
    .logged()
    .split('\n')
    .join('')
    .match(/"alarm":"space"/g)?.length ?? 0;

describe('without room, an upload answers 503, keeps nothing, and continues later', () => {
  it.skipIf(!isRoot)('on a full disk', { timeout: 60_000 }, async () => {
    const { folder, grow } = mountSmall('600k');
    const api = await startFor({ settings: { dataDir: folder } });
    const learner = await newLearner(api);
    const bytes = Buffer.concat([await pdf('x', 20), Buffer.alloc(900 * 1024, 0x20)]);
    const { file, upload_url } = await startUpload(api, learner, { bytes });
    const first = bytes.subarray(0, 200 * 1024);
    const sent = await tus(api, learner, 'PATCH', upload_url, { body: Buffer.from(first) });
    expect(sent.status).toBe(204);
    const rest = { offset: first.length, body: Buffer.from(bytes.subarray(first.length)) };
    for (let tries = 0; tries < 3; tries += 1)
      await expectNoRoom(await tus(api, learner, 'PATCH', upload_url, rest));
    expect(filesIn(folder)).toEqual([expect.stringMatching(/^p-0-/)]);
    expect(alarms(api)).toBe(1);
    expect(await api.send(siteLogo, {})).toBeDefined();

    grow('64m');
    expect((await tus(api, learner, 'PATCH', upload_url, rest)).status).toBe(204);
    expect(await verdictOn(api, learner, file.file_id)).toMatchObject({ file_status: 'ready' });
  });

  it.each([503, 507])(
    'with a bucket that answers %i',
    async (status) => {
      let isFull = true;
      const stored = new Map<string, Buffer>();
      const port = await freePort();
      const bucket = createServer((request, reply) => {
        const parts: Buffer[] = [];
        request.on('data', (part: Buffer) => parts.push(part));
        request.on('end', () => {
          const key = request.url ?? '';
          if (request.method === 'PUT' && isFull) reply.statusCode = status;
          else if (request.method === 'PUT') stored.set(key, Buffer.concat(parts));
          reply.end(request.method === 'GET' ? stored.get(key) : '');
        });
      }).listen(port, '127.0.0.1');
      undo.push(() => bucket.close());
      const api = await startFor({
        settings: {
          storage: {
            kind: 's3',
            endpoint: `http://127.0.0.1:${port}`,
            bucket: 'files',
            region: 'us-east-1',
            accessKeyId: 'id',
            secretAccessKey: 'secret',
          },
        },
      });
      const learner = await newLearner(api);
      const bytes = await pdf();
      const { file, upload_url } = await startUpload(api, learner, { bytes });
      const body = Buffer.from(bytes);
      await expectNoRoom(await tus(api, learner, 'PATCH', upload_url, { body }));
      expect(alarms(api)).toBe(1);
      isFull = false;
      expect((await tus(api, learner, 'PATCH', upload_url, { body })).status).toBe(204);
      expect(await verdictOn(api, learner, file.file_id)).toMatchObject({ file_status: 'ready' });
    },
    30_000,
  );

  it.skipIf(!isRoot || !process.env['TEST_DATABASE_URL'])(
    'with a full database',
    async () => {
      const { folder, grow } = mountSmall('400k');
      const [uid, gid] = ['-u', '-g'].map((flag) =>
        Number(spawnSync('id', [flag, 'postgres'], { encoding: 'utf8' }).stdout),
      );
      chownSync(folder, uid ?? 0, gid ?? 0);
      const api = await startFor({});
      const learner = await newLearner(api);
      const space = `small_${process.pid}`;
      await api.db.execute(sql.raw(`create tablespace ${space} location '${folder}'`));
      undo.push(async () => {
        await api.db.execute(sql.raw('drop table filling'));
        await api.db.execute(sql.raw('alter table file_part set tablespace pg_default'));
        await api.db.execute(sql.raw(`drop tablespace ${space}`));
      });
      const bytes = await pdf();
      const { file, upload_url } = await startUpload(api, learner, { bytes });
      await api.db.execute(sql.raw(`alter table file_part set tablespace ${space}`));
      await api.db.execute(
        sql.raw(
          `create table filling (words text) with (autovacuum_enabled = off) tablespace ${space}`,
        ),
      );
      await api.db.execute(sql.raw('alter table filling alter words set storage plain'));
      for (let isFull = false; !isFull;)
        await api.db
          .execute(sql.raw(`insert into filling values (repeat('x', 7000))`))
          .catch(() => (isFull = true));
      const body = Buffer.from(bytes);
      await expectNoRoom(await tus(api, learner, 'PATCH', upload_url, { body }));
      expect(filesIn(api.context.settings.dataDir)).toEqual([]);
      expect(alarms(api)).toBe(1);
      grow('8m');
      expect((await tus(api, learner, 'PATCH', upload_url, { body })).status).toBe(204);
      expect(await verdictOn(api, learner, file.file_id)).toMatchObject({ file_status: 'ready' });
    },
    30_000,
  );
});
