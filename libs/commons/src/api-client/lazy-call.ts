import type { Call } from '@cme/contract';
import { CallFailed, offline } from './call-failed.ts';

/** A call whose description arrives when it is first made. */
export type LazyCall<C extends Call = Call> = () => Promise<C>;

/** A call's description, and the code that sends it and reads its answer: both are loaded at the
 * same time. Without them the server is as far away as without a network. */
export async function load<C extends Call>(asked: C | LazyCall<C>) {
  try {
    const [call, { exchange }] = await Promise.all([
      typeof asked === 'function' ? asked() : asked,
      // Named, so that the edge can send it along with a page that calls at once.
      import(/* webpackChunkName: "exchange" */ './exchange.ts'),
    ]);
    return { call, exchange };
  } catch {
    throw new CallFailed(0, offline, 'offline');
  }
}
