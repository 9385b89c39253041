import { GatewayAway } from './gateway.ts';

/** A gateway that takes longer counts as away. */
export const gatewayPatienceMs = 5000;
const mostBytes = 32 * 1024 * 1024;

export interface Reply {
  status: number;
  headers: Headers;
  bytes: Buffer;
}

/** One request to a gateway. It ends in time, reads no more than it can hold, follows no
 * redirect. */
export async function askGateway(
  url: string,
  init: { method: string; headers: Record<string, string>; body?: string },
  patience = gatewayPatienceMs,
): Promise<Reply> {
  try {
    const reply = await fetch(url, {
      ...init,
      redirect: 'error',
      signal: AbortSignal.timeout(patience),
    });
    const parts: Buffer[] = [];
    let length = 0;
    for await (const part of reply.body ?? []) {
      length += part.length;
      if (length > mostBytes) throw new Error('answer too long');
      parts.push(Buffer.from(part));
    }
    return { status: reply.status, headers: reply.headers, bytes: Buffer.concat(parts) };
  } catch (cause) {
    throw new GatewayAway('the gateway does not answer', { cause });
  }
}
