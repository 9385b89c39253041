import { open } from 'node:fs/promises';
import { connect, type Socket } from 'node:net';
import type { ScannerSettings } from '../../../platform/settings/storage-settings.ts';

const timeoutMs = 60_000;
const partSize = 64 * 1024;

/** The scanner is unreachable; the file waits. */
export class ScannerUnavailableError extends Error {}

/** Scans a file with the ClamAV daemon, by its command INSTREAM; returns what was found, or
 * undefined. */
export async function virusIn(scanner: ScannerSettings, path: string): Promise<string | undefined> {
  const socket = connect(scanner);
  socket.setTimeout(timeoutMs, () => socket.destroy(new Error('scanner timeout')));
  const answer = readAnswer(socket);
  // If sending fails, the reply contains the reason.
  answer.catch(() => undefined);
  await send(socket, path).catch(() => undefined);
  const text = await answer.catch((error: unknown) => {
    throw new ScannerUnavailableError('the scanner cannot be asked', { cause: error });
  });
  const [, name] = /^stream: (.+) FOUND$/.exec(text) ?? [];
  if (name) return name;
  if (text !== 'stream: OK') throw new Error(`unexpected scanner reply: ${text.slice(0, 100)}`);
  return undefined;
}

function readAnswer(socket: Socket): Promise<string> {
  const { promise, resolve, reject } = Promise.withResolvers<string>();
  let reply = '';
  socket.on('data', (part) => {
    reply += part.toString('latin1');
    if (reply.includes('\0')) resolve(reply.slice(0, reply.indexOf('\0')).trim());
  });
  socket.once('error', reject);
  socket.once('close', () => reject(new Error('the scanner closed the connection')));
  return promise.finally(() => socket.destroy());
}

/** Chunks prefixed with their length, and an empty one at the end. */
async function send(socket: Socket, path: string): Promise<void> {
  await write(socket, Buffer.from('zINSTREAM\0'));
  const file = await open(path);
  try {
    const part = Buffer.alloc(partSize + 4);
    for (;;) {
      const { bytesRead } = await file.read(part, 4, partSize, null);
      part.writeUInt32BE(bytesRead);
      await write(socket, Buffer.from(part.subarray(0, bytesRead + 4)));
      if (bytesRead === 0) return;
    }
  } finally {
    await file.close();
  }
}

const write = (socket: Socket, bytes: Buffer) =>
  new Promise<void>((resolve, reject) =>
    socket.write(bytes, (error) => (error ? reject(error) : resolve())),
  );
