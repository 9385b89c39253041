import { LRUCache } from 'lru-cache';
import type { SignedIn } from '../../../context.ts';
import { secretHash } from '../secret.rules.ts';
import { noteEveryMs } from './session.rules.ts';

const most = 10_000;

interface Sender {
  askedAt: number;
  signedIn: SignedIn;
}

/** Who sent which token lately, for calls that come again and again. A remembered sender is not
 * verified: the call must prove the token in what it writes. Asked for anew as often as use of a
 * session is noted, so that a long viewing keeps its session. */
export function openSenderMemory() {
  const senders = new LRUCache<string, Sender>({ max: most });
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
