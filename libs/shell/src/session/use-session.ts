import { isRestorable, readToken, subscribe } from '@cme/commons/auth-token';
import { useSyncExternalStore } from 'react';

/** `unknown`: another platform domain has a session, which is still being restored here. */
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

/** The session during server rendering and hydration, before the user is known. */
export const firstSession: Session = { state: 'out', signedIn: false };

export function currentSession(): Session {
  if (readToken() !== undefined) return sessions.in;
  return isRestorable() ? sessions.unknown : sessions.out;
}

/** The current session state; re-renders on change. */
export function useSession(): Session {
  return useSyncExternalStore(subscribe, currentSession, () => firstSession);
}
