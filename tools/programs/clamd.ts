import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { requireProgram } from './packages.ts';

export interface Clamd {
  /** Path of its socket. */
  path: string;
  stop(): Promise<void>;
}

/** The ClamAV daemon in a temporary folder with a single signature, which matches these bytes. */
export async function startClamd(name: string, bytes: string): Promise<Clamd> {
  const program = requireProgram(() => ['/usr/sbin/clamd'].find(existsSync), ['clamav-daemon']);
  const folder = mkdtempSync(join(tmpdir(), 'cme-clamd-'));
  const path = join(folder, 'clamd.sock');
  mkdirSync(join(folder, 'signatures'));
  const signature = `${name}:0:*:${Buffer.from(bytes, 'latin1').toString('hex')}\n`;
  writeFileSync(join(folder, 'signatures/own.ndb'), signature);
  writeFileSync(
    join(folder, 'clamd.conf'),
    `Foreground yes\nLocalSocket ${path}\nDatabaseDirectory ${folder}/signatures\nTemporaryDirectory ${folder}\n`,
  );
  const daemon = spawn(program, [`--config-file=${join(folder, 'clamd.conf')}`], {
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  for (const stream of [daemon.stdout, daemon.stderr])
    stream.on('data', (part) => (output = `${output}${part}`.slice(-2000)));
  const end = () => void daemon.kill('SIGKILL');
  process.once('exit', end);
  const stop = async () => {
    process.off('exit', end);
    if (daemon.exitCode === null) {
      end();
      await once(daemon, 'close');
    }
    rmSync(folder, { recursive: true, force: true });
  };
  for (const deadline = performance.now() + 60_000; !(await isAnswering(path));) {
    if (daemon.exitCode !== null || performance.now() > deadline) {
      await stop();
      throw new Error(`clamd did not start: ${output}`);
    }
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  return { path, stop };
}

async function isAnswering(path: string): Promise<boolean> {
  const socket = connect({ path });
  return new Promise((resolve) => {
    socket.once('connect', () => resolve(true)).once('error', () => resolve(false));
  }).finally(() => socket.destroy()) as Promise<boolean>;
}
