import type { Outcome } from './provider.ts';

const timeoutMs = 5000;
const mostBytes = 64 * 1024;

/** Errors before the request was sent: no connection, or an untrusted one. */
const unsentCodes =
  /^(ECONNREFUSED|ENOTFOUND|EAI_AGAIN|EHOSTUNREACH|ENETUNREACH|UND_ERR_CONNECT_TIMEOUT|CERT_.*|ERR_TLS_.*|.*_CERT_.*|UNABLE_TO_.*)$/;

export interface ProviderReply {
  status: number;
  /** Undefined if it is not JSON. */
  payload: unknown;
}

/** Calls a provider once. A request that may have arrived has no known result. */
export async function callProvider(
  url: string,
  init: { method: 'POST'; headers: Record<string, string>; body?: string },
): Promise<ProviderReply | Outcome> {
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
      if (length > mostBytes) return { result: 'unknown', code: 'reply-too-long' };
      parts.push(Buffer.from(part));
    }
    return { status: reply.status, payload: parseJson(Buffer.concat(parts).toString('utf8')) };
  } catch (fault) {
    const code = findCode(fault);
    return { result: unsentCodes.test(code) ? 'unsent' : 'unknown', code };
  }
}

export const isOutcome = (value: ProviderReply | Outcome): value is Outcome => 'result' in value;

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function findCode(fault: unknown): string {
  for (let cause = fault; cause instanceof Error; cause = cause.cause)
    if ('code' in cause && typeof cause.code === 'string') return cause.code;
  return fault instanceof Error ? fault.name : 'error';
}
