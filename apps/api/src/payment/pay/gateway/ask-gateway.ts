import { GatewayUnavailableError } from './gateway.ts';

/** Timeout of gateway calls. */
export const gatewayTimeoutMs = 5000;
const mostBytes = 32 * 1024 * 1024;

export interface Reply {
  status: number;
  headers: Headers;
  bytes: Buffer;
}

/** Sends a request to a gateway, with a timeout, a size limit, and no redirects. */
export async function callGateway(
  url: string,
  init: { method: string; headers: Record<string, string>; body?: string },
  timeoutMs = gatewayTimeoutMs,
): Promise<Reply> {
  try {
    const reply = await fetch(url, {
      ...init,
      redirect: 'error',
      signal: AbortSignal.timeout(timeoutMs),
    });
    const parts: Buffer[] = [];
    let length = 0;
    for await (const part of reply.body ?? []) {
      length += part.length;
      if (length > mostBytes) throw new Error('reply too long');
      parts.push(Buffer.from(part));
    }
    return { status: reply.status, headers: reply.headers, bytes: Buffer.concat(parts) };
  } catch (cause) {
    throw new GatewayUnavailableError('the gateway does not answer', { cause });
  }
}
