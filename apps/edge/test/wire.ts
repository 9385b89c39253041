import { once } from 'node:events';
import { createServer, type RequestListener, type Server } from 'node:http';
import { connect, type AddressInfo, type Socket } from 'node:net';

export interface RawReply {
  status: number;
  head: string;
  body: string;
}

/** A raw TCP connection. */
export async function connectRaw(port: number) {
  const socket: Socket = connect(port, '127.0.0.1').setNoDelay();
  await once(socket, 'connect');
  let text = '';
  let onData = () => {};
  const closed = new Promise<void>((resolve) => socket.once('close', () => resolve()));
  socket.on('data', (part: Buffer) => {
    text += part.toString('latin1');
    onData();
  });
  socket.on('error', () => undefined);

  /** Reads the next response, whose length its headers give. */
  function next(): Promise<RawReply> {
    const { promise, resolve, reject } = Promise.withResolvers<RawReply>();
    onData = () => {
      const end = text.indexOf('\r\n\r\n');
      const head = text.slice(0, end);
      const length = Number(/^content-length: (\d+)/im.exec(head)?.[1] ?? 0);
      if (end < 0 || text.length < end + 4 + length) return;
      onData = () => {};
      const body = text.slice(end + 4, end + 4 + length);
      text = text.slice(end + 4 + length);
      resolve({ status: Number(head.slice(9, 12)), head, body });
    };
    void closed.then(() => reject(new Error(`closed without an answer: ${text}`)));
    onData();
    return promise;
  }
  const send = (bytes: string) => void socket.write(bytes, 'latin1');
  const exchange = (bytes: string): Promise<RawReply> => {
    const answer = next();
    send(bytes);
    return answer;
  };
  return { send, next, exchange, closed, end: () => socket.destroy() };
}

/** One raw HTTP request. */
export function request(
  target: string,
  { method = 'GET', host = 'cme.localhost', headers = [] as string[], body = '' } = {},
): string {
  const length = body ? [`Content-Length: ${body.length}`] : [];
  return `${[`${method} ${target} HTTP/1.1`, `Host: ${host}`, ...length, ...headers].join('\r\n')}\r\n\r\n${body}`;
}

/** A stand-in API server whose responses the test controls. */
export async function openServer(
  listener: RequestListener,
  port = 0,
): Promise<{ server: Server; port: number; close(): Promise<void> }> {
  const server = createServer(listener).listen(port, '127.0.0.1');
  await once(server, 'listening');
  const close = async () => {
    if (!server.listening) return;
    server.close();
    server.closeAllConnections();
    await once(server, 'close');
  };
  return { server, port: (server.address() as AddressInfo).port, close };
}
