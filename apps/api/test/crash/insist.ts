import { setTimeout as pause } from 'node:timers/promises';
import { CallFailed, type OpenClient } from '@cme/commons/api-client';
import type { BodyOf, Call, DataOf } from '@cme/contract';
import type { Trap } from './proxy/trap.ts';

/** Report of a scenario. */
export interface Notes {
  wrong: string[];
  repeated: number;
}

const patience = 100;
/** Timeout of a sent call. */
const onTheWay = 4;

/** Points of a call that the sender can observe: sent, reply received, reply read. */
export const momentsOf = (what: string) => ({
  sent: `${what} on its way`,
  unheard: `${what} answered, not heard`,
  heard: `${what} answered and heard`,
});

/** Sends a request once. If the trap is set at one of its points, the sender's connection is broken
 * there, as the API's is. */
export async function sendOnce<T>(
  what: string,
  send: () => Promise<T>,
  trap?: Trap,
): Promise<T | undefined> {
  const moments = momentsOf(what);
  const answer = send();
  if (!trap) return answer;
  if (trap.isAt(moments.sent, Math.random() * onTheWay)) {
    answer.catch(() => undefined);
    await trap.gone();
    return undefined;
  }
  const told = await answer;
  if (trap.isAt(moments.unheard)) {
    await trap.gone();
    return undefined;
  }
  trap.isAt(moments.heard);
  return told;
}

/** Repeats a call until it is answered. A refusal is a failure, because these calls are always
 * allowed. */
export async function insist<C extends Call>(
  client: OpenClient,
  call: C,
  body: BodyOf<C>,
  token: string,
  stopped: AbortSignal,
  notes: Notes,
  trap?: Trap,
): Promise<DataOf<C> | undefined> {
  while (!stopped.aborted) {
    try {
      const told = await sendOnce(call.path, () => client.send(call, body, { token }), trap);
      if (told !== undefined) return told;
    } catch (error) {
      if (!(error instanceof CallFailed) || (error.statusCode !== 0 && error.statusCode < 500))
        return void notes.wrong.push(`${call.path} was refused: ${String(error)}`);
    }
    notes.repeated += 1;
    await pause(patience);
  }
  return undefined;
}
