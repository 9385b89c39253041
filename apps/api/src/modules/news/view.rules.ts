import { createHmac } from 'node:crypto';

/** Robots say so themselves; whoever names no program at all is none of a person either. */
const robots =
  /(?<!cu)bot\b|crawl|spider|slurp|archiv|preview|fetch|monitor|lighthouse|headless|curl|wget|python|java\/|okhttp|axios|node|http-?client|scrapy|facebookexternalhit|embedly|bingpreview/i;

export const isRobot = (agent: string | undefined): boolean => !agent || robots.test(agent);

/** Who reads, as far as counting goes: a person by their account, anybody else by address and
 * program. Keyed and bound to the day, so that rows tell nothing and cannot be joined over days. */
export function readerOf(
  key: Buffer,
  day: string,
  who: { user_id?: string | undefined; address: string; agent: string },
): string {
  const name = who.user_id ? `user:${who.user_id}` : `from:${who.address}\n${who.agent}`;
  return createHmac('sha256', key).update(`${day}\n${name}`).digest('base64url').slice(0, 22);
}
