import type { Call } from '@cme/contract/base';
import type { FastifyBaseLogger } from 'fastify';
import type { Db } from '../database/database.ts';
import type { Jobs } from '../jobs/jobs.ts';
import type { Site } from '../sites/site.store.ts';
import type { Settings } from '../settings/settings.ts';

/** The signed-in person, as passed to handlers. */
export interface Person {
  user_id: string;
  site_id: string;
  real_name: string;
}

interface Session {
  session_id: string;
}

export interface SignedIn {
  person: Person;
  session: Session;
  /** Set if the sender comes from the cache: hash of the token that the write must still verify. */
  unverifiedToken?: string | undefined;
}

/** Dependencies of the application, passed to handlers with each call; there are no other
 * globals. */
export interface AppContext {
  db: Db;
  settings: Settings;
  /** The server's clock; replaced in tests. */
  now(): Date;
  jobs: Jobs;
  log: FastifyBaseLogger;
  /** Aborted on SIGTERM, while calls are still answered (draining). */
  leaving?: AbortSignal;
  /** Aborted when the process stops: long-polling calls must end then. */
  stopping: AbortSignal;
  /** The owner of a token of this site; undefined if invalid. `call` is the call that uses it. */
  findSignedIn(token: string, site: Site, call?: Call): Promise<SignedIn | undefined>;
}
