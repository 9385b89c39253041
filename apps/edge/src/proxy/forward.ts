import { type Agent, type IncomingMessage, type OutgoingHttpHeaders, request } from 'node:http';
import { Unreachable } from '../http/failure.ts';
import type { Upstreams } from './upstreams.ts';

/** Milliseconds to connect, and between two parts of a response. */
const connectTimeoutMs = 2000;
const idleTimeoutMs = 120_000;

export interface OutgoingCall {
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
  timeoutMs: number;
  agent: Agent;
  /** Aborted when nobody is waiting for the response. */
  signal: AbortSignal;
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
export async function forward(upstreams: Upstreams, call: OutgoingCall): Promise<IncomingMessage> {
  let last: Failure | undefined;
  for (const origin of upstreams.order(call.key)) {
    const answer = await sendTo(origin, call);
    if (!('cause' in answer)) return answer;
    last = answer;
    if (call.signal.aborted) break;
    if (!answer.isSent) upstreams.markFailed(origin);
    else if (!call.isRepeatable || answer.isLate) break;
  }
  throw new Unreachable(last?.cause, last?.isLate ?? false);
}

function sendTo(
  origin: string,
  { method, path, headers, body, stream, timeoutMs, agent, signal }: OutgoingCall,
): Promise<IncomingMessage | Failure> {
  const { promise, resolve } = Promise.withResolvers<IncomingMessage | Failure>();
  const { hostname, port } = new URL(origin);
  let isSent = false;
  let isLate = false;
  const startTimer = (waiting: number) =>
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
  const abort = () => void sent.destroy();
  signal.addEventListener('abort', abort);
  sent.once('close', () => signal.removeEventListener('abort', abort));
  if (signal.aborted) abort();
  let timer = startTimer(connectTimeoutMs);
  const onConnected = () => {
    isSent = true;
    clearTimeout(timer);
    timer = startTimer(timeoutMs);
    stream?.pipe(sent);
  };
  // Drains the rest of the request after the response, so that the connection can be reused.
  const drain = () => void stream?.unpipe(sent).resume();
  sent.on('socket', (socket) =>
    socket.connecting ? socket.once('connect', onConnected) : onConnected(),
  );
  sent.on('response', (answer) => {
    answer.on('error', () => undefined);
    clearTimeout(timer);
    drain();
    answer.setTimeout(idleTimeoutMs, () => answer.destroy(new Error('response stalled')));
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
