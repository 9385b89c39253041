import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface ReceivedRequest {
  path: string;
  headers: IncomingMessage['headers'];
  body: string;
}
export interface MockResponse {
  status?: number;
  type?: string;
  /** Sent as JSON unless it is a string. */
  body: unknown;
}
export type Responder = (asked: ReceivedRequest) => MockResponse | Promise<MockResponse>;

export const ok = (data: unknown, message = ''): MockResponse => ({
  body: { isSuccess: true, statusCode: 200, message, data },
});
export const refused = (
  statusCode: number,
  message: string,
  { code, status = statusCode }: { code?: string; status?: number } = {},
): MockResponse => ({
  status,
  body: { isSuccess: false, statusCode, message, data: code ? { code } : null },
});

/** An API over real HTTP that returns what the test sets and records requests. */
export async function openApi() {
  const requests: ReceivedRequest[] = [];
  const responders = new Map<string, Responder>();
  const server = createServer(async (request, reply) => {
    const parts: Buffer[] = [];
    for await (const part of request) parts.push(part as Buffer);
    const one = {
      path: request.url ?? '',
      headers: request.headers,
      body: Buffer.concat(parts).toString(),
    };
    if (request.method === 'POST') requests.push(one);
    const {
      status = 200,
      type = 'application/json',
      body,
    } = (await responders.get(one.path)?.(one)) ?? refused(404, '没有这个接口');
    reply.writeHead(status, { 'content-type': type });
    reply.end(typeof body === 'string' ? body : JSON.stringify(body));
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    asked: requests,
    /** Sets the response of a path. */
    tell: (path: string, responder: Responder | MockResponse) =>
      responders.set(path, typeof responder === 'function' ? responder : () => responder),
    askedFor: (path: string) => requests.filter((item) => item.path === path),
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}
export type Api = Awaited<ReturnType<typeof openApi>>;
