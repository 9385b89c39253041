import { mkdirSync } from 'node:fs';
import { dirname } from 'node:path';
import { PGlite, type PGliteOptions } from '@electric-sql/pglite';
import { drizzle } from 'drizzle-orm/pglite';
import { migrate } from 'drizzle-orm/pglite/migrator';
import { fromPglite } from 'pg-boss';
import {
  type Database,
  type Db,
  migrationsFolder,
  refuseInsideTransaction,
  withRetries,
} from './database.ts';
import { copyImage, imageKey } from './image.ts';
import { migrateUnlessAhead } from './migrations.ts';

/** The embedded database: for evaluation and development, one process at a time. */
export async function openEmbedded(
  folder: string,
  migrations = migrationsFolder,
): Promise<Database> {
  mkdirSync(dirname(folder), { recursive: true });
  if (migrations === migrationsFolder)
    await copyImage(folder, imageKey(migrations), async (draft) => {
      await (await createMigrated(draft, migrations)).close();
    });
  return createMigrated(folder, migrations);
}

async function createMigrated(folder: string, migrations: string): Promise<Database> {
  mkdirSync(folder, { recursive: true });
  const client = await PGlite.create(folder);
  try {
    const ahead = await migrateUnlessAhead(
      client,
      {
        name: `the data in ${dirname(folder)}`,
        startOver: 'delete that folder to start over',
      },
      migrations,
      () => migrate(drizzle({ client }), { migrationsFolder: migrations }),
    );
    return { ...embedded(client), ahead };
  } catch (fault) {
    await client.close();
    throw fault;
  }
}

/** In memory, from a snapshot of a migrated database. */
export async function openSnapshot(options: PGliteOptions): Promise<Database & { client: PGlite }> {
  const client = await PGlite.create(options);
  if (!options.loadDataDir) await migrate(drizzle({ client }), { migrationsFolder });
  return { ...embedded(client), client };
}

function embedded(client: PGlite): Database {
  const guarded = new Proxy(client, {
    get(target, key) {
      if (['query', 'exec', 'transaction'].includes(String(key))) refuseInsideTransaction();
      const value: unknown = Reflect.get(target, key, target);
      return typeof value === 'function' ? value.bind(target) : value;
    },
  });
  const db = drizzle({ client: guarded }) as unknown as Db;
  return {
    db: withRetries(db, db.transaction.bind(db)),
    kind: 'embedded',
    forJobs: fromPglite(guarded),
    ahead: [],
    close: () => client.close(),
  };
}
