import { setTimeout as pause } from 'node:timers/promises';
import { CallFailed, type OpenClient } from '@cme/commons/api-client';
import type { BodyOf, Call, DataOf } from '@cme/contract';
import type { Trap } from './proxy/trap.ts';

/** What a scenario notes while it works. */
export interface Notes {
  wrong: string[];
  repeated: number;
}

const patience = 100;
/** Milliseconds within which a call that was sent meets its end on the way. */
const onTheWay = 4;

/** The moments of a call that its sender knows: it has left, its answer is there and not read, it
 * was read. */
export const momentsOf = (what: string) => ({
  sent: `${what} on its way`,
  unheard: `${what} answered, not heard`,
  heard: `${what} answered and heard`,
});

/** Sends something once. Where the trap stands at one of its moments the sender is cut off there,
 * as the API is. */
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

/** The same call until it is answered. A refusal is wrong: whoever insists asks for nothing that
 * could be refused. */
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
