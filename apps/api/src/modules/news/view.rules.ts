import { createHmac } from 'node:crypto';

/** Robots identify themselves; requests without a user agent are not people either. */
const robots =
  /(?<!cu)bot\b|crawl|spider|slurp|archiv|preview|fetch|monitor|lighthouse|headless|curl|wget|python|java\/|okhttp|axios|node|http-?client|scrapy|facebookexternalhit|embedly|bingpreview/i;

export const isRobot = (agent: string | undefined): boolean => !agent || robots.test(agent);

/** The pseudonym of a reader: the account, or address and user agent. Keyed per day, so that rows
 * cannot be linked across days. */
export function readerOf(
  key: Buffer,
  day: string,
  viewer: { user_id?: string | undefined; address: string; agent: string },
): string {
  const name = viewer.user_id
    ? `user:${viewer.user_id}`
    : `from:${viewer.address}\n${viewer.agent}`;
  return createHmac('sha256', key).update(`${day}\n${name}`).digest('base64url').slice(0, 22);
}
