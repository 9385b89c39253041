import { LRUCache } from 'lru-cache';
import type { SignedIn } from '../../../platform/context/context.ts';
import { secretHash } from '../secret.rules.ts';
import { noteEveryMs } from './session.rules.ts';

const maxEntries = 10_000;

interface Sender {
  askedAt: number;
  signedIn: SignedIn;
}

/** Cache of the senders of tokens, for frequent calls. A cached sender is not verified: the call
 * must verify the token in its write. It expires as often as session use is recorded, so that long
 * viewing keeps the session alive. */
export function createSenderCache() {
  const senders = new LRUCache<string, Sender>({ max: maxEntries });
  return {
    find(token: string, siteId: string, now: number): SignedIn | undefined {
      const sender = senders.get(token);
      return sender?.signedIn.person.site_id === siteId && now - sender.askedAt < noteEveryMs
        ? sender.signedIn
        : undefined;
    },
    store(token: string, { person, session }: SignedIn, askedAt: number): void {
      const signedIn = { person, session, unverifiedToken: secretHash(token) };
      senders.set(token, { askedAt, signedIn });
    },
  };
}
