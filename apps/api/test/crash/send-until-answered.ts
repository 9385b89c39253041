import { setTimeout as pause } from 'node:timers/promises';
import { CallError, type OpenClient } from '@cme/commons/api-client';
import type { BodyOf, Call, DataOf } from '@cme/contract/base';
import type { Trap } from './proxy/trap.ts';

/** Report of a scenario. */
export interface Notes {
  wrong: string[];
  repeated: number;
}

const retryMs = 100;
/** Maximum delay in milliseconds between sending a call and breaking its connection. */
const callTimeoutMs = 4;

/** Points of a call that the sender can observe: sent, reply received, reply read. */
export const namePoints = (name: string) => ({
  sent: `${name} sent`,
  unreceived: `${name} answered, not received`,
  received: `${name} answered and received`,
});

/** Sends a request once. If the trap is set at one of its points, the sender's connection is broken
 * there, as the API's is. */
export async function sendOnce<T>(
  name: string,
  send: () => Promise<T>,
  trap?: Trap,
): Promise<T | undefined> {
  const moments = namePoints(name);
  const answer = send();
  if (!trap) return answer;
  if (trap.isAt(moments.sent, Math.random() * callTimeoutMs)) {
    answer.catch(() => undefined);
    await trap.gone();
    return undefined;
  }
  const reply = await answer;
  if (trap.isAt(moments.unreceived)) {
    await trap.gone();
    return undefined;
  }
  trap.isAt(moments.received);
  return reply;
}

interface Attempts {
  stopped: AbortSignal;
  notes: Notes;
  trap?: Trap | undefined;
}

/** Repeats a call until it is answered. A refusal is a failure, because these calls are always
 * allowed. */
export async function sendUntilAnswered<C extends Call>(
  client: OpenClient,
  { call, body, token }: { call: C; body: BodyOf<C>; token: string },
  { stopped, notes, trap }: Attempts,
): Promise<DataOf<C> | undefined> {
  while (!stopped.aborted) {
    try {
      const reply = await sendOnce(call.path, () => client.send(call, body, { token }), trap);
      if (reply !== undefined) return reply;
    } catch (error) {
      if (!(error instanceof CallError) || (error.statusCode !== 0 && error.statusCode < 500))
        return void notes.wrong.push(`${call.path} was refused: ${String(error)}`);
    }
    notes.repeated += 1;
    await pause(retryMs);
  }
  return undefined;
}
