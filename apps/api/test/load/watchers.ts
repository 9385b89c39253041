import { connect, type Socket } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { form } from './enter.ts';
import { openClient, openSockets, request, type Target } from './load.ts';

/** Four visible pages per learner: two windows of the portal, the player, the personal centre. */
const hosts = ['cme.localhost', 'cme.localhost', 'player.cme.localhost', 'user.cme.localhost'];
/** Number of pages opened concurrently. */
const batch = 100;

/** Pages that long-poll for news. */
export async function openPages(target: Target, tokens: readonly string[], count: number) {
  const sockets: Socket[] = [];
  const waiting = new Set<number>();
  let [answers, failed, ending] = [0, 0, false];

  async function page(index: number, socket: Socket): Promise<void> {
    const sendBytes = openClient(socket);
    const where = hosts[index % hosts.length] ?? '';
    const headers = { ...form, 'X-Token': tokens[Math.floor(index / hosts.length)] ?? '' };
    socket.once('close', () => {
      waiting.delete(index);
      failed += ending ? 0 : 1;
    });
    for (let unread = ''; !ending;) {
      const pending = sendBytes(
        request(
          '/qm/api/v5/session/watch',
          where,
          headers,
          `full_domain_name=${where}&unread_count=${unread}`,
        ),
      );
      waiting.add(index);
      const { ok, body } = await pending;
      const { data } = JSON.parse(body.toString()) as {
        data: { signed_in?: string; unread_count?: number };
      };
      answers += 1;
      if (!ok || data.signed_in !== 'Y') failed += 1;
      unread = String(data.unread_count ?? '');
    }
  }

  for (let position = 0; position < count; position += batch) {
    const more = await openSockets(target, Math.min(batch, count - position));
    sockets.push(...more);
    // Lost connections are counted on close.
    more.forEach((socket, index) => void page(position + index, socket).catch(() => {}));
    await pause(150);
  }
  return {
    count: () => waiting.size,
    answers: () => answers,
    failed: () => failed,
    close() {
      ending = true;
      for (const socket of sockets) socket.destroy();
    },
  };
}

/** Clients that send half a body or half a header; when disconnected they reconnect. */
export function openSlowSenders({ port, host }: Target, count: number) {
  const halves = [
    'POST /qm/api/v5/login HTTP/1.1\r\nHost: cme.localhost\r\nContent-Length: 1000\r\n\r\nab',
    'POST /qm/api/v5/login HTTP/1.1\r\nHost: cme',
  ];
  const sockets = new Set<Socket>();
  let ending = false;
  function open(index: number): void {
    const socket = connect(port, host);
    sockets.add(socket);
    socket.write(halves[index % halves.length] ?? '');
    socket
      .on('error', () => undefined)
      .resume()
      .once('close', () => {
        sockets.delete(socket);
        if (!ending) open(index);
      });
  }
  for (let index = 0; index < count; index += 1) open(index);
  return {
    close() {
      ending = true;
      for (const socket of sockets) socket.destroy();
    },
  };
}
