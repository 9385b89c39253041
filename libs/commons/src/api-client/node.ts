import { request as requestPlain } from 'node:http';
import { request as requestSecure } from 'node:https';

/** Statuses for which a Response must not have a body. */
const bodiless = new Set([204, 205, 304]);

/**
 * A fetch for Node that sends another Host than the one it connects to, because Node neither
 * resolves `*.localhost` nor lets fetch set that header. `from` is the local address to connect
 * from.
 */
export function fetchAs(host: string, from?: string): typeof fetch {
  return async (input, init) => {
    const outgoing = new Request(input, init);
    const body = Buffer.from(await outgoing.arrayBuffer());
    const headers = {
      ...Object.fromEntries(outgoing.headers),
      host,
      'content-length': String(body.length),
    };
    return new Promise<Response>((resolve, reject) => {
      const options = {
        method: outgoing.method,
        headers,
        signal: outgoing.signal,
        ...(from && { localAddress: from }),
      };
      const request = outgoing.url.startsWith('https:') ? requestSecure : requestPlain;
      const connection = request(outgoing.url, options, (reply) => {
        const parts: Buffer[] = [];
        reply.on('data', (part: Buffer) => parts.push(part));
        reply.on('error', reject);
        reply.on('end', () => {
          const status = reply.statusCode ?? 0;
          const body = bodiless.has(status) ? null : Buffer.concat(parts);
          resolve(new Response(body, { status, headers: toPairs(reply.rawHeaders) }));
        });
      });
      connection.on('error', reject);
      connection.end(body);
    });
  };
}

function toPairs(rawHeaders: string[]): [string, string][] {
  return Array.from({ length: rawHeaders.length / 2 }, (_, index) => [
    rawHeaders[2 * index] ?? '',
    rawHeaders[2 * index + 1] ?? '',
  ]);
}
