import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { BodyOf, Call, DataOf } from '@cme/contract/base';
import { openClient, type OpenOptions } from '@cme/commons/api-client';
import { fetchAs } from '@cme/commons/api-client/node';
import type { FastifyInstance } from 'fastify';
import { pino } from 'pino';
import { buildApp } from '../src/app.ts';
import type { Db } from '../src/platform/database/database.ts';
import type { AppContext } from '../src/platform/context/context.ts';
import { type Jobs, createJobs } from '../src/platform/jobs/jobs.ts';
import { logOptions } from '../src/platform/log.ts';
import { plainHost } from '../src/platform/sites/site.rules.ts';
import { storeIssuers } from '../src/credits/certificate/certificate.store.ts';
import { insertSites } from '../src/platform/sites/site.store.ts';
import { makeSample } from '../src/sample/insert/make-sample.ts';
import { readSettings, type Settings } from '../src/platform/settings/settings.ts';
import { findSignedIn } from '../src/person/identity/session/signed-in.ts';
import { type Filling, openFilledDatabase, openTestDatabase } from './database.ts';
import { testSites } from './sites.ts';

interface TestClock {
  now(): Date;
  /** Moves the server's clock forward. */
  pass(milliseconds: number): void;
  set(to: Date | string): void;
}

export interface AskAs {
  token?: string;
  /** The site's host as in the address bar and the Host header. Without it: the main site at the
   * API's own address. */
  host?: string;
  headers?: Record<string, string>;
}

export interface TestApi {
  url: string;
  context: AppContext;
  app: FastifyInstance;
  db: Db;
  clock: TestClock;
  /** All log output so far. */
  logged(): string;
  send<C extends Call>(call: C, body: BodyOf<C>, as?: AskAs): Promise<DataOf<C>>;
  sendForMessage<C extends Call>(
    call: C,
    body: BodyOf<C>,
    as?: AskAs,
  ): Promise<{ data: DataOf<C>; message: string }>;
  /** Makes the database unreachable while the API keeps running. */
  closeDatabase(): Promise<void>;
  close(): Promise<void>;
}

export interface TestOptions {
  now?: Date | string;
  /** Default: PostgreSQL if TEST_DATABASE_URL is set, otherwise the embedded database in memory. */
  database?: 'pglite' | 'postgres';
  settings?: Partial<Settings>;
  /** Connections to PostgreSQL. */
  poolSize?: number;
  /** Loads the sample content instead of the four bare sites. */
  sample?: boolean;
  /** Runs the job workers. */
  jobs?: boolean;
  /** Queues in addition to those of the modules. */
  define?(jobs: Jobs): void;
}

/** A whole API on its own new database and a free port, called over real HTTP by the real client.
 * It contains the four sites of `sites.ts` and nothing else. */
export async function startTestApi(options: TestOptions = {}): Promise<TestApi> {
  const clock = clockAt(options.now ?? defaultNow);
  const lines: string[] = [];
  const log = pino(logOptions('debug'), { write: (line: string) => lines.push(line) });
  const folder = mkdtempSync(join(tmpdir(), 'cme-test-'));
  const settings = {
    ...testSettings(folder),
    sample: options.sample === true,
    ...options.settings,
  };
  // The sample content depends on the time.
  const isDefault = options.sample && options.now === undefined;
  const database = isDefault
    ? await openFilledDatabase(defaultSample, folder, options.database, options.poolSize)
    : await openTestDatabase(options.database, options.poolSize);
  if (!options.sample) {
    await insertSites(database.db, testSites);
    await storeIssuers(
      database.db,
      testSites.map(({ site_id, site_name }) => ({ site_id, code: '0000', name: site_name })),
    );
  }
  let closing: Promise<void> | undefined;
  const closeDatabase = () => (closing ??= database.close());
  const ending = new AbortController();
  const jobs = createJobs(database.forJobs, database.kind, (error) =>
    log.error({ err: error }, 'jobs'),
  );
  const context: AppContext = {
    db: database.db,
    settings,
    now: clock.now,
    jobs,
    log,
    stopping: ending.signal,
    findSignedIn: (token, site, call) => findSignedIn(context, token, site, call),
  };
  if (options.sample) await makeSample(context);
  const app = await buildApp(context);
  options.define?.(jobs);
  await jobs.start({ work: options.jobs === true });
  await app.listen({ port: 0, host: '127.0.0.1' });
  const { port } = app.server.address() as { port: number };
  const url = `http://127.0.0.1:${port}`;
  const client = openClient({ apiBase: url, fullDomainName: 'cme.localhost' });
  return {
    url,
    context,
    app,
    db: database.db,
    clock,
    logged: () => lines.join(''),
    send: (call, body, as) => client.send(call, body, asked(as)),
    sendForMessage: (call, body, as) => client.sendForMessage(call, body, asked(as)),
    closeDatabase,
    async close() {
      ending.abort();
      await app.close();
      await jobs.stop();
      await closeDatabase();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

const defaultNow = '2026-06-15T02:00:00Z';

/** The sample content at the default time of tests. */
const defaultSample: Filling = {
  name: 'sample',
  fill: async (db, dataDir) => {
    await makeSample({ db, settings: testSettings(dataDir), now: () => new Date(defaultNow) });
  },
};

const asked = ({ token, host, headers }: AskAs = {}): OpenOptions => ({
  token,
  ...(headers && { headers }),
  ...(host && { fullDomainName: plainHost(host), fetch: fetchAs(host) }),
});

/** The secret of a test API. */
export const testSecret = 'a secret of tests, thirty-two characters or more';

function testSettings(dataDir: string): Settings {
  const settings = readSettings({
    DATABASE_URL: 'postgres://unused',
    SMS_PROVIDER: 'file',
    DATA_DIR: dataDir,
    APP_SECRET: testSecret,
    TRUSTED_PROXIES: '127.0.0.1',
  });
  const pay = { ...settings.pay, issuer: 'embedded' as const };
  return { ...settings, pay, rateLimit: 0, proofNumber: 500, siteCacheMs: 0, listCacheMs: 0 };
}

function clockAt(start: Date | string): TestClock {
  let index = new Date(start).getTime();
  return {
    now: () => new Date(index),
    pass: (milliseconds) => void (index += milliseconds),
    set: (to) => void (index = new Date(to).getTime()),
  };
}

/** Waits until the output of a child process contains a text, and returns all of it. */
export function outputWith(stream: NodeJS.ReadableStream, text: string): Promise<string> {
  let heard = '';
  return new Promise((resolve, reject) => {
    stream.on(
      'data',
      (part: Buffer) => ((heard += part.toString()), heard.includes(text) && resolve(heard)),
    );
    stream.on('end', () => reject(new Error(`ended without “${text}”: ${heard}`)));
  });
}
