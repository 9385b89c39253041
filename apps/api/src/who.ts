import { sessionWatch, type Call } from '@cme/contract';
import type { AppContext, SignedIn } from './context.ts';
import { personOf } from './modules/identity/session.store.ts';
import type { Site } from './modules/site/site.store.ts';

/** Who a token of this site belongs to. Waiting for news is no use of a session: a forgotten tab
 * does not keep it alive. */
export function whoIs(
  context: AppContext,
  token: string,
  site: Site,
  call?: Call,
): Promise<SignedIn | undefined> {
  return personOf(context.db, token, site, context.now(), call?.path !== sessionWatch.path);
}
