import type { IncomingMessage } from 'node:http';

export interface GatewayRequest {
  method: string;
  /** Path and query as sent, which the signature covers. */
  target: string;
  url: URL;
  headers: Record<string, string | undefined>;
  raw: Buffer;
  json(): Record<string, unknown>;
  form(): URLSearchParams;
}

export interface GatewayReply {
  status: number;
  headers: Record<string, string>;
  body: string | Buffer;
}

/** A signed message from the gateway to the merchant. */
export interface Notice {
  headers: Record<string, string>;
  body: string;
}

export const emptyReply = (status: number): GatewayReply => ({ status, headers: {}, body: '' });

const largest = 256 * 1024;

/** A request with its complete body. */
export async function readRequest(request: IncomingMessage): Promise<GatewayRequest> {
  const parts: Buffer[] = [];
  let length = 0;
  for await (const part of request as AsyncIterable<Buffer>) {
    length += part.length;
    if (length > largest) throw new Error('too long');
    parts.push(part);
  }
  const raw = Buffer.concat(parts);
  const target = request.url ?? '/';
  const parseJson = (): Record<string, unknown> => {
    try {
      return JSON.parse(raw.toString('utf8')) as Record<string, unknown>;
    } catch {
      return {};
    }
  };
  return {
    method: request.method ?? 'GET',
    target,
    url: new URL(target, 'http://gateway'),
    headers: request.headers as Record<string, string | undefined>,
    raw,
    json: parseJson,
    form: () => new URLSearchParams(raw.toString('utf8')),
  };
}
