import {
  type Call,
  classOfflineCode,
  exportState,
  fileState,
  liveMessages,
  liveRoom,
  liveStatus,
  myUnit,
  payStatus,
  playerBeat,
  sessionWatch,
} from '@cme/contract';
import type { AppContext, SignedIn } from './context.ts';
import { createSenderCache } from './modules/identity/session/sender.memory.ts';
import { personOf, type SessionUse } from './modules/identity/session/session-lookup.store.ts';
import type { Site } from './sites/site.store.ts';

const senders = new WeakMap<AppContext, ReturnType<typeof createSenderCache>>();

/** Calls that open pages repeat by a timer. */
const repeated: ReadonlySet<string> = new Set(
  [
    classOfflineCode,
    exportState,
    fileState,
    liveMessages,
    liveRoom,
    liveStatus,
    myUnit,
    payStatus,
  ].map(({ path }) => path),
);

function kindOfUse(path = ''): SessionUse {
  if (path === sessionWatch.path) return 'none';
  return repeated.has(path) ? 'page' : 'person';
}

/** The owner of a token of this site. Long polling does not extend the session, so that a forgotten
 * tab does not keep it alive. Senders of beats are cached for a minute: the statement that writes
 * a beat verifies the token. */
export async function findSignedIn(
  context: AppContext,
  token: string,
  site: Site,
  call?: Call,
): Promise<SignedIn | undefined> {
  const now = context.now();
  const use = kindOfUse(call?.path);
  if (call?.path !== playerBeat.path) return personOf(context.db, token, site, now, use);
  let memory = senders.get(context);
  if (!memory) senders.set(context, (memory = createSenderCache()));
  const remembered = memory.find(token, site.site_id, now.getTime());
  if (remembered) return remembered;
  const signedIn = await personOf(context.db, token, site, now, use);
  if (signedIn) memory.store(token, signedIn, now.getTime());
  return signedIn;
}
