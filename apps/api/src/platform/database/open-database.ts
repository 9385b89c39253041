import { join } from 'node:path';
import type { Settings } from '../settings/settings.ts';
import type { Database } from './database.ts';

/** Opens the configured database and migrates it. For the embedded database the caller must hold
 * the lock of the data folder (`settings/folder-lock.ts`). */
export async function openDatabase(settings: Settings): Promise<Database> {
  if (settings.databaseUrl) {
    const { openPostgres } = await import('./database.postgres.ts');
    return openPostgres(settings.databaseUrl, settings.poolSize);
  }
  const { openEmbedded } = await import('./database.embedded.ts');
  return openEmbedded(join(settings.dataDir, 'database'));
}
