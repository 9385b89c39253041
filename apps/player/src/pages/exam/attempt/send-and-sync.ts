import { sendForMessage, type SendOptions } from '@cme/commons/api-client';
import type { BodyOf, Call, DataOf } from '@cme/contract/base';
import type { Clock } from '../clock/clock.ts';

/**
 * Sends a call and synchronizes the clock with its response. The call may have been sent and
 * answered before the page's scripts arrived, so the times are those of the request itself.
 */
export async function sendAndSync<C extends Call>(
  call: C,
  body: BodyOf<C>,
  clock: Clock,
  options?: SendOptions,
): Promise<DataOf<C> & { server_time: number }> {
  const { data, sentAt, answeredAt } = await sendForMessage(call, body, options);
  const timed = data as DataOf<C> & { server_time: number };
  clock.sync(timed.server_time, sentAt, answeredAt);
  return timed;
}
