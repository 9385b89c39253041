import { isRestorable, readToken, subscribe } from '@cme/commons/auth-token';
import { useSyncExternalStore } from 'react';

/** `unknown`: another domain of the family has a session, and this one is still asking for it. */
export type SessionState = 'in' | 'out' | 'unknown';

export interface Session {
  state: SessionState;
  signedIn: boolean;
}

const sessions: Record<SessionState, Session> = {
  in: { state: 'in', signedIn: true },
  out: { state: 'out', signedIn: false },
  unknown: { state: 'unknown', signedIn: false },
};

/** Of a rendering server and of the first view that is made from its answer: neither knows who has
 * come. */
export const firstSession: Session = { state: 'out', signedIn: false };

export function currentSession(): Session {
  if (readToken() !== undefined) return sessions.in;
  return isRestorable() ? sessions.unknown : sessions.out;
}

/** Whether somebody is signed in on this page, as it changes. */
export function useSession(): Session {
  return useSyncExternalStore(subscribe, currentSession, () => firstSession);
}
