import { sessionWatch, type Call } from '@cme/contract';
import type { House, SignedIn } from './house.ts';
import { personOf } from './modules/identity/session.store.ts';
import type { Site } from './modules/site/site.store.ts';

/** Who a token of this site belongs to. Waiting for news is no use of a session: a forgotten tab
 * does not keep it alive. */
export function whoIs(
  house: House,
  token: string,
  site: Site,
  call?: Call,
): Promise<SignedIn | undefined> {
  return personOf(house.db, token, site, house.now(), call?.path !== sessionWatch.path);
}
