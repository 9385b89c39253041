import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { requireProgram } from './packages.ts';
import { freePort } from './free-port.ts';

export interface S3Server {
  endpoint: string;
  accessKeyId: string;
  secretAccessKey: string;
  stop(): Promise<void>;
}

export const swiftPackages = [
  'swift-proxy',
  'swift-account',
  'swift-container',
  'swift-object',
  'memcached',
];

/** Starts OpenStack Swift with its S3 interface in a temporary folder: a real object storage with
 * signatures, ranges, listings and multipart uploads. The folder is removed on `stop()` or when
 * this process ends. */
export async function startSwift(): Promise<S3Server> {
  requireProgram(() => ['/usr/bin/swift-object-server'].find(existsSync), swiftPackages);
  const folder = mkdtempSync(join(tmpdir(), 'cme-swift-'));
  const ports: number[] = [];
  while (ports.length < 5) ports.push(await freePort());
  const program = join(import.meta.dirname, 'swift/server.py');
  const server = spawn('/usr/bin/python3', [program, folder, ...ports.map(String)], {
    stdio: ['pipe', 'ignore', 'pipe'],
  });
  let output = '';
  server.stderr.on('data', (part) => (output = `${output}${part}`.slice(-4000)));
  const endpoint = `http://127.0.0.1:${ports[0]}`;
  const stop = async () => {
    if (server.exitCode === null) {
      server.kill('SIGTERM');
      await once(server, 'close');
    }
    rmSync(folder, { recursive: true, force: true });
  };
  for (const deadline = performance.now() + 60_000; ;) {
    if ((await Promise.all(ports.slice(0, 4).map(isServing))).every(Boolean)) break;
    if (server.exitCode !== null || performance.now() > deadline) {
      await stop();
      throw new Error(`Swift did not start: ${output}`);
    }
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  return { endpoint, accessKeyId: 'test:tester', secretAccessKey: 'testing', stop };
}

/** Each of the four servers answers for itself: the proxy does so before the others take requests. */
const isServing = (port: number) =>
  fetch(`http://127.0.0.1:${port}/healthcheck`).then(
    ({ ok }) => ok,
    () => false,
  );
