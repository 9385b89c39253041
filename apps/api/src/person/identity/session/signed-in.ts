import type { Call } from '@cme/contract/base';
import { type Admission, sessionWatch } from '@cme/contract/person';
import { playerBeat } from '@cme/contract/study';
import type { AppContext, SignedIn } from '../../../platform/context/context.ts';
import { RefusalError } from '../../../platform/http/refusal.ts';
import { createSenderCache } from './sender.memory.ts';
import { type KnownPerson, findPersonByToken, type SessionUse } from './session-lookup.store.ts';
import type { Site } from '../../../platform/sites/site.store.ts';

const senders = new WeakMap<AppContext, ReturnType<typeof createSenderCache>>();

function kindOfUse(call: Call | undefined): SessionUse {
  if (call?.path === sessionWatch.path) return 'none';
  return call?.polled ? 'page' : 'person';
}

const standings: Record<Exclude<Admission, 'admitted'>, string> = {
  waiting: '您的注册申请正在等待单位审核，通过后才能使用本站',
  refused: '您的注册申请未通过单位审核，不能使用本站',
  withdrawn: '您已撤回注册申请，不能使用本站',
};

/** The one place that keeps people out of a site before its unit has admitted them: every use of a
 * token passes here. */
function refuseUnadmitted({ admission }: KnownPerson, call: Call | undefined): void {
  if (admission === 'admitted') return;
  if (call && (call.access === 'public' || call.beforeAdmission)) return;
  throw new RefusalError(400, standings[admission], 'not_admitted');
}

/** The owner of a token of this site; refused while the site has not admitted them. Long polling does
 * not extend the session, so that a forgotten
 * tab does not keep it alive. Senders of beats are cached for a minute: the statement that writes
 * a beat verifies the token. */
export async function findSignedIn(
  context: AppContext,
  token: string,
  site: Site,
  call?: Call,
): Promise<SignedIn | undefined> {
  const now = context.now();
  const use = kindOfUse(call);
  if (call?.path !== playerBeat.path) {
    const found = await findPersonByToken(context.db, token, site, now, use);
    if (found) refuseUnadmitted(found, call);
    return found;
  }
  let memory = senders.get(context);
  if (!memory) senders.set(context, (memory = createSenderCache()));
  const remembered = memory.find(token, site.site_id, now.getTime());
  if (remembered) return remembered;
  const signedIn = await findPersonByToken(context.db, token, site, now, use);
  if (signedIn) refuseUnadmitted(signedIn, call);
  if (signedIn) memory.store(token, signedIn, now.getTime());
  return signedIn;
}
