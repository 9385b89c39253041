import type { Call } from '@cme/contract/base';
import { CallError, offline } from './call-error.ts';

/** A call whose description is loaded when it is first made. */
export type LazyCall<C extends Call = Call> = () => Promise<C>;

/**
 * Loads a call's description and the code that sends it, in parallel. If loading fails, the call
 * fails as without a network.
 */
export async function load<C extends Call>(asked: C | LazyCall<C>) {
  try {
    const [call, { exchange }] = await Promise.all([
      typeof asked === 'function' ? asked() : asked,
      // A named chunk, so that the edge can preload it for pages that call at once.
      import(/* webpackChunkName: "exchange" */ './exchange.ts'),
    ]);
    return { call, exchange };
  } catch {
    throw new CallError(0, offline, 'offline');
  }
}
