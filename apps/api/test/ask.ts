import { Agent, request } from 'node:http';

const agent = new Agent({ keepAlive: true, maxSockets: 4 });

export interface RawReply {
  status: number;
  headers: Record<string, string | string[] | undefined>;
  text: string;
}

export interface RawRequest {
  method?: string;
  headers?: Record<string, string | string[]>;
  body?: string | Buffer;
}

/** Sends a request exactly as given, without a client's additions. */
export function sendRaw(
  url: string,
  { method = 'POST', headers = {}, body = '' }: RawRequest = {},
): Promise<RawReply> {
  return new Promise((resolve, reject) => {
    const sent = request(
      url,
      { method, headers: { 'content-length': String(Buffer.byteLength(body)), ...headers }, agent },
      (reply) => {
        const parts: Buffer[] = [];
        reply.on('data', (part: Buffer) => parts.push(part));
        reply.on('end', () =>
          resolve({
            status: reply.statusCode ?? 0,
            headers: reply.headers,
            text: Buffer.concat(parts).toString(),
          }),
        );
        reply.on('error', reject);
      },
    );
    sent.on('error', reject);
    sent.end(body);
  });
}

export const form = { 'content-type': 'application/x-www-form-urlencoded' };
export const json = { 'content-type': 'application/json' };
