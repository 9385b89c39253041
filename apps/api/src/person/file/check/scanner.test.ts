import { createServer, type Server } from 'node:net';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Clamd, startClamd } from '../../../../../../tools/programs/clamd.ts';
import { newLearner } from '../../../../test/learner.ts';
import { eicar, pdf, photo } from '../../../../test/sample-files.ts';
import { startTestApi } from '../../../../test/test-api.ts';
import { startUpload, tus, upload } from '../../../../test/upload.ts';
import { findFile } from '../file.store.ts';
import { sweepFiles } from '../sweep.job.ts';
import { createCheckQueue } from './check.job.ts';

describe('with the ClamAV daemon', () => {
  let clamd: Clamd;
  beforeAll(async () => void (clamd = await startClamd('Eicar-Test', eicar)), 90_000);
  afterAll(() => clamd.stop());

  it('infected files are rejected before anything opens them, others are accepted', async () => {
    const api = await startTestApi({ settings: { scanner: { path: clamd.path } } });
    const learner = await newLearner(api);
    const infected = Buffer.from(
      (await pdf()).toString('latin1').replace('%%EOF', `%${eicar}\n%%EOF`),
      'latin1',
    );
    for (const [name, bytes] of [
      ['a.pdf', infected],
      ['b.jpg', Buffer.concat([await photo(), Buffer.from(eicar)])],
    ] as const)
      expect(await upload(api, learner, { name, bytes })).toMatchObject({
        file_status: 'refused',
        reason: '文件含有病毒，已删除',
      });
    const large = Buffer.concat([await pdf('x', 200), Buffer.from('\n%%EOF\n')]);
    expect(await upload(api, learner, { name: 'c.pdf', bytes: large })).toMatchObject({
      file_status: 'ready',
    });
    expect(api.logged()).toContain('virus found in an upload');
    await api.close();
  }, 60_000);
});

describe('while the scanner is unreachable', () => {
  let silent: Server | undefined;
  afterAll(() => silent?.close());

  it('a file waits through all retries and is accepted when the scanner is back', async () => {
    const api = await startTestApi();
    const path = join(api.context.settings.dataDir, 'scanner.sock');
    api.context.settings.scanner = { path };
    const learner = await newLearner(api);
    const bytes = await pdf();
    const { file, upload_url } = await startUpload(api, learner, { bytes });
    await tus(api, learner, 'PATCH', upload_url, { body: Buffer.from(bytes) });
    for (let round = 0; round < 8; round += 1) {
      api.clock.pass(10_000);
      await sweepFiles(api.context, createCheckQueue(api.context));
    }
    const row = await findFile(api.db, file.file_id);
    expect(row?.file_status).toBe('checking');
    expect(row?.tries).toBeLessThanOrEqual(1);
    silent = createServer((socket) =>
      socket.on('data', (part) => {
        if (part.subarray(-4).equals(Buffer.alloc(4))) socket.end('stream: OK\0');
      }),
    ).listen(path);
    await expect
      .poll(
        async () => {
          api.clock.pass(30_000);
          await sweepFiles(api.context, createCheckQueue(api.context));
          return (await findFile(api.db, file.file_id))?.file_status;
        },
        { timeout: 20_000 },
      )
      .toBe('ready');
    await api.close();
  }, 60_000);
});
