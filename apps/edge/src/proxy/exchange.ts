import { type Agent, type IncomingMessage, type OutgoingHttpHeaders, request } from 'node:http';
import type { Upstreams } from './upstreams.ts';

/** Milliseconds to connect, and between two parts of a response. */
const connecting = 2000;
const pausing = 120_000;

export interface Outgoing {
  method: string;
  path: string;
  headers: OutgoingHttpHeaders;
  body?: Buffer;
  /** A body that is streamed once an API is connected. */
  stream?: IncomingMessage;
  /** Calls with the same key go to the same API while it is healthy. */
  key?: string;
  /** Repeating the call is harmless even if the first attempt took effect. */
  isRepeatable: boolean;
  /** Milliseconds until the response must begin. */
  patience: number;
  agent: Agent;
  /** Aborted when nobody is waiting for the response. */
  signal: AbortSignal;
}

/** No API could be reached; `isLate` when one timed out. */
export class Unreachable extends Error {
  readonly isLate: boolean;
  constructor(cause: unknown, isLate: boolean) {
    super('no API has answered', { cause });
    this.isLate = isLate;
  }
}

interface Failure {
  cause: unknown;
  /** The call may have reached the API. */
  isSent: boolean;
  isLate: boolean;
}

/**
 * Sends a call to one API, and to another if the first cannot be reached or the call is safe to
 * repeat.
 */
export async function exchange(upstreams: Upstreams, call: Outgoing): Promise<IncomingMessage> {
  let last: Failure | undefined;
  for (const origin of upstreams.order(call.key)) {
    const answer = await ask(origin, call);
    if (!('cause' in answer)) return answer;
    last = answer;
    if (call.signal.aborted) break;
    if (!answer.isSent) upstreams.failed(origin);
    else if (!call.isRepeatable || answer.isLate) break;
  }
  throw new Unreachable(last?.cause, last?.isLate ?? false);
}

function ask(
  origin: string,
  { method, path, headers, body, stream, patience, agent, signal }: Outgoing,
): Promise<IncomingMessage | Failure> {
  const { promise, resolve } = Promise.withResolvers<IncomingMessage | Failure>();
  const { hostname, port } = new URL(origin);
  let isSent = false;
  let isLate = false;
  const late = (waiting: number) =>
    setTimeout(() => {
      isLate = isSent;
      sent.destroy();
    }, waiting);
  const sent = request({
    host: hostname.replace(/^\[|\]$/g, ''),
    port,
    method,
    path,
    headers,
    agent,
    setHost: false,
  });
  // Destroyed without an error: the socket may already be idle again, with no error listener.
  const leave = () => void sent.destroy();
  signal.addEventListener('abort', leave);
  sent.once('close', () => signal.removeEventListener('abort', leave));
  if (signal.aborted) leave();
  let timer = late(connecting);
  const connected = () => {
    isSent = true;
    clearTimeout(timer);
    timer = late(patience);
    stream?.pipe(sent);
  };
  // Drains the rest of the request after the response, so that the connection can be reused.
  const drain = () => void stream?.unpipe(sent).resume();
  sent.on('socket', (socket) =>
    socket.connecting ? socket.once('connect', connected) : connected(),
  );
  sent.on('response', (answer) => {
    answer.on('error', () => undefined);
    clearTimeout(timer);
    drain();
    answer.setTimeout(pausing, () => answer.destroy(new Error('the answer has stopped')));
    resolve(answer);
  });
  sent.on('error', (cause) => {
    clearTimeout(timer);
    if (isSent) drain();
    resolve({ cause, isSent, isLate });
  });
  if (!stream) sent.end(body);
  return promise;
}
