import { CONTRACT_VERSION } from '@cme/contract/base';

/**
 * Why a session ended on this page: signed out here, signed out elsewhere, or unknown to the
 * server.
 */
export type EndReason = 'sign-out' | 'elsewhere' | 'lost';

export type SessionEvent =
  /** A new token: signed in here, in another tab, or restored from another domain of the family. */
  | { kind: 'signed-in' }
  | { kind: 'signed-out'; reason: EndReason }
  /** The family has no session: certainly nobody is signed in. */
  | { kind: 'not-restored' }
  | { kind: 'unread'; unread_count: number };

export type SessionListener = (event: SessionEvent) => void;

/** A host that can show dialogs and toasts. The first registered one on the page is used. */
export interface Stage {
  /** Asks whether to sign in again; `status` is 401 (session gone) or 403 (session kept). */
  ask(status: 401 | 403): void;
  say(kind: 'error' | 'warning', message: string): void;
}

/**
 * State that exists once per page, whatever the number of library copies. Other versions read the
 * same fields: they are never renamed or removed.
 */
export interface PageSession {
  contract: number;
  /** Token when storage is unavailable. Undefined: read storage. Empty: signed out. */
  memory: string | undefined;
  /** The token that listeners were last notified of. */
  told: string | undefined;
  listeners: Set<SessionListener>;
  stages: Stage[];
  waiting: ((stage: Stage) => void)[];
  asked: boolean;
  /** Set after a deliberate sign-out: late refusals of that session ask nothing. */
  quiet: boolean;
  warned: boolean;
  bound: boolean;
  /**
   * Number of listeners that need server updates; the running watcher is replaced, never doubled.
   */
  watchers: number;
  watching: symbol | undefined;
  restoring: Promise<boolean> | undefined;
  /**
   * Sign-ins in flight: their cookie arrives before their token and must not be exchanged for
   * another one.
   */
  signingIn: number;
  /** Tokens (empty = none) already tried with the family's cookie. */
  tried: Set<string>;
}

const key = Symbol.for('cme.session.1');

export function pageSession(): PageSession {
  const page = globalThis as Record<symbol, unknown>;
  return (page[key] ??= {
    contract: CONTRACT_VERSION,
    memory: undefined,
    told: undefined,
    listeners: new Set(),
    stages: [],
    waiting: [],
    asked: false,
    quiet: false,
    warned: false,
    bound: false,
    watchers: 0,
    watching: undefined,
    restoring: undefined,
    signingIn: 0,
    tried: new Set(),
  } satisfies PageSession) as PageSession;
}

export function notifyListeners(event: SessionEvent): void {
  for (const listener of Array.from(pageSession().listeners)) listener(event);
}
