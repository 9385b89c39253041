import { type Agent, type IncomingMessage, type OutgoingHttpHeaders, request } from 'node:http';
import type { Upstreams } from './upstreams.ts';

/** Longest wait for a connection, and for the next part of an answer. */
const connecting = 2000;
const pausing = 120_000;

export interface Outgoing {
  method: string;
  path: string;
  headers: OutgoingHttpHeaders;
  body?: Buffer;
  /** A body that is passed on as it comes, once an API has been reached. */
  stream?: IncomingMessage;
  /** Calls with the same key go to the same API as long as it is well. */
  key?: string;
  /** Asking again does no harm, even where the first time has had its effect. */
  isRepeatable: boolean;
  /** Milliseconds until the answer has to begin. */
  patience: number;
  agent: Agent;
  /** Aborted when nobody waits for the answer any more. */
  signal: AbortSignal;
}

/** No API could be asked; `isLate` when one has let us wait. */
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

/** Asks one API, and another one where the first cannot be reached or the call is safe to repeat. */
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
  // Without an error of its own: the connection may be an idle one again by now, on which nobody
  // would hear it.
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
  // Whatever is still coming after the answer is thrown away, so that the connection can go on.
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
