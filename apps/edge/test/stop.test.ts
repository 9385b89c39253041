import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { freePort } from '../../../tools/programs/free-port.ts';

it('on shutdown, the edge finishes the call in flight, takes no new one, and exits with 0', async () => {
  const arrived = Promise.withResolvers<() => void>();
  const api = createServer((_, reply) => arrived.resolve(() => reply.end('{"slow":1}'))).listen(
    0,
    '127.0.0.1',
  );
  await once(api, 'listening');
  const data = mkdtempSync(join(tmpdir(), 'edge-stop-'));
  const port = await freePort();
  const env = {
    ...process.env,
    PORT: String(port),
    API_PORT: String((api.address() as AddressInfo).port),
    DATA_DIR: data,
    LOG_LEVEL: 'silent',
  };
  const edge = spawn(process.execPath, [join(import.meta.dirname, '../src/main.ts')], {
    env,
    stdio: 'ignore',
  });
  const ended = once(edge, 'exit');
  const fetchStatus = (path: string) =>
    new Promise<number>((resolve, reject) => {
      const sent = request(
        { host: '127.0.0.1', port, path, headers: { host: 'cme.localhost' }, agent: false },
        (reply) => reply.resume().on('end', () => resolve(reply.statusCode ?? 0)),
      );
      sent.on('error', reject).end();
    });
  // An invalid address is answered by the edge itself.
  const refused = () => fetchStatus('/%zz').catch(() => 0);
  await expect.poll(refused, { timeout: 40_000 }).toBe(400);

  const slow = fetchStatus('/qm/api/v5/slow');
  const answer = await arrived.promise;
  edge.kill('SIGTERM');
  await expect.poll(refused).toBe(0);
  answer();
  expect(await slow).toBe(200);
  expect(await ended).toEqual([0, null]);
  api.close();
  api.closeAllConnections();
  rmSync(data, { recursive: true, force: true });
});
