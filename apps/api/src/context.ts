import type { Call } from '@cme/contract';
import type { FastifyBaseLogger } from 'fastify';
import type { Db } from './database/database.ts';
import type { Jobs } from './jobs/jobs.ts';
import type { Site } from './sites/site.store.ts';
import type { Settings } from './settings/settings.ts';

/** The signed-in person as every handler may know them. */
export interface Person {
  user_id: string;
  site_id: string;
  real_name: string;
}

export interface Session {
  session_id: string;
}

export interface SignedIn {
  person: Person;
  session: Session;
  /** Set when the sender is remembered instead of asked for: hash of the token that whatever is
   * written must still prove. */
  unverifiedToken?: string | undefined;
}

/** The application's dependencies. Handlers get them with each call; nothing else is global. */
export interface AppContext {
  db: Db;
  settings: Settings;
  /** The server's clock; tests set it. */
  now(): Date;
  jobs: Jobs;
  log: FastifyBaseLogger;
  /** Aborted when the process was told to end, while it still answers whoever asks. */
  leaving?: AbortSignal;
  /** Aborted when the process is asked to stop: long waits must end then. */
  stopping: AbortSignal;
  /** Who a token of this site belongs to; undefined for any other token. `call` is what it is
   * shown for. */
  whoIs(token: string, site: Site, call?: Call): Promise<SignedIn | undefined>;
}
