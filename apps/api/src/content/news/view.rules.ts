import { createHmac } from 'node:crypto';

/** Robots identify themselves; requests without a user agent are not people either. */
const robots =
  /(?<!cu)bot\b|crawl|spider|slurp|archiv|preview|fetch|monitor|lighthouse|headless|curl|wget|python|java\/|okhttp|axios|node|http-?client|scrapy|facebookexternalhit|embedly|bingpreview/i;

export const isRobot = (agent: string | undefined): boolean => !agent || robots.test(agent);

/** The pseudonyms of a reader: of the account, if any, of the network, and of the network's place.
 * Keyed per day, so that rows cannot be linked across days. */
export interface Reader {
  account?: string | undefined;
  network: string;
  place: string;
}

/** A browser's name and cookies cost nothing to change, so they do not make a reader. */
export function hashReader(
  key: Buffer,
  day: string,
  { user_id, network }: { user_id?: string | undefined; network: string },
): Reader {
  const hash = (name: string) =>
    createHmac('sha256', key).update(`${day}\n${name}`).digest('base64url').slice(0, 22);
  return {
    ...(user_id && { account: hash(`user:${user_id}`) }),
    network: hash(`from:${network}`),
    place: hash(`counted:${network}`),
  };
}
