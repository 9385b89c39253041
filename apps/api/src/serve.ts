import { once } from 'node:events';
import { createServer } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { pino } from 'pino';
import { buildApp } from './app.ts';
import { closeDataFolder } from './platform/settings/data-folder.ts';
import { openDatabase } from './platform/database/open-database.ts';
import type { AppContext } from './platform/context/context.ts';
import { createJobs } from './platform/jobs/jobs.ts';
import { logOptions } from './platform/log.ts';
import { type Settings, SettingError } from './platform/settings/settings.ts';
import { contradiction, isContradictory } from './platform/sites/registration.rules.ts';
import { readSites } from './platform/sites/site.store.ts';
import { openStorage } from './platform/storage/storage.ts';
import { findSignedIn } from './person/identity/session/signed-in.ts';

/** Opens the context, listens, and shuts down in order: drains, completes running calls, then jobs,
 * then closes the database. */
export async function serve(settings: Settings): Promise<void> {
  await expectFreePort(settings);
  await openStorage(settings)
    .expectUsable()
    .catch((error: unknown) => {
      const detail = error instanceof Error ? error.message : String(error);
      throw new SettingError(`setting STORAGE=${settings.storage.kind} cannot be used: ${detail}`);
    });
  const log = pino(logOptions(settings.logLevel));
  const database = await openDatabase(settings);
  if (database.kind === 'embedded')
    log.warn(
      'embedded database: for trying out only, one process, no protection against a power cut; set DATABASE_URL for real use',
    );
  if (database.ahead.length > 0)
    log.warn(
      { migrations: database.ahead },
      'the database has newer additive migrations, continuing',
    );
  await expectConsistentSites(database.db);
  const leaving = new AbortController();
  const ending = new AbortController();
  const jobs = createJobs(database.forJobs, database.kind, (error) =>
    log.error({ err: error }, 'jobs'),
  );
  const context: AppContext = {
    db: database.db,
    settings,
    now: () => new Date(),
    jobs,
    log,
    leaving: leaving.signal,
    stopping: ending.signal,
    findSignedIn: (token, site, call) => findSignedIn(context, token, site, call),
  };
  if (settings.sample) {
    const { makeSample } = await import('./sample/insert/make-sample.ts');
    if (await makeSample(context)) log.info('sample content created');
  }
  // The embedded database creates its first files with its own modes.
  if (database.kind === 'embedded') closeDataFolder(settings.dataDir);
  const app = await buildApp(context);
  const stop = async () => {
    if (leaving.signal.aborted) return;
    leaving.abort();
    const rested = jobs.rest();
    await pause(settings.drainSeconds * 1000);
    ending.abort();
    await app.close();
    await rested;
    await jobs.stop();
    await database.close();
    process.exit(0);
  };
  process.on('SIGTERM', stop).on('SIGINT', stop);
  await jobs.start();
  await app.listen({ port: settings.apiPort, host: settings.apiListen });
  log.info({ port: settings.apiPort, database: database.kind }, 'api ready');
}

/** Throws if the port is in use, before a database is opened, created or migrated. */
async function expectFreePort({ apiPort, apiListen }: Settings): Promise<void> {
  const trial = createServer().listen(apiPort, apiListen);
  await once(trial, 'listening');
  await new Promise((closed) => trial.close(closed));
}

/** A site that is closed to outsiders and lets anybody register stops the start. */
async function expectConsistentSites(db: AppContext['db']): Promise<void> {
  const wrong = (await readSites(db)).find(isContradictory);
  if (wrong) throw new SettingError(`site ${wrong.site_id}: ${contradiction}`);
}
