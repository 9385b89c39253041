import { CONTRACT_VERSION } from '@cme/contract';

/** Why a session ended on this page: the person signed out here, somewhere else, or the server no
 * longer knows it. */
export type EndReason = 'sign-out' | 'elsewhere' | 'lost';

export type SessionEvent =
  /** A token is there that was not: signed in here, in another tab, or carried over from another
   * domain of the family. */
  | { kind: 'signed-in' }
  | { kind: 'signed-out'; reason: EndReason }
  /** The family's session was asked for and there is none: nobody is signed in, for certain. */
  | { kind: 'not-restored' }
  | { kind: 'unread'; unread_count: number };

export type SessionListener = (event: SessionEvent) => void;

/** Whoever can show something to the person. Of all that are on the page the first one is used. */
export interface Stage {
  /** Asks whether to sign in again; `status` is 401 (session gone) or 403 (session kept). */
  ask(status: 401 | 403): void;
  say(kind: 'error' | 'warning', message: string): void;
}

/** What exists once per page, however many copies of this library it has. Other versions read the
 * same fields: they keep their names, and are only ever added to. */
export interface PageSession {
  contract: number;
  /** Token of a page whose storage refuses; undefined = the storage is to be read. Empty = none. */
  memory: string | undefined;
  /** The token that listeners were told of last. */
  told: string | undefined;
  listeners: Set<SessionListener>;
  stages: Stage[];
  waiting: ((stage: Stage) => void)[];
  asked: boolean;
  /** Set when the person ended the session on purpose: late refusals of that session ask nothing. */
  quiet: boolean;
  warned: boolean;
  bound: boolean;
  /** Who asks for listeners to be told by the server; the running watcher is replaced, never
   * doubled. */
  watchers: number;
  watching: symbol | undefined;
  restoring: Promise<boolean> | undefined;
  /** Sign-ins under way: their cookie is there before their token, and is not to be asked for
   * another one. */
  signingIn: number;
  /** Tokens (empty = none) for which the family's cookie was asked already. */
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

export function tell(event: SessionEvent): void {
  for (const listener of Array.from(pageSession().listeners)) listener(event);
}
