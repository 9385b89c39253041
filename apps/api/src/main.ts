import { join } from 'node:path';
import { closeDataFolder } from './settings/data-folder.ts';
import { OtherTables } from './database/database.ts';
import { FolderInUse, takeLock } from './settings/folder-lock.ts';
import { readSettings, WrongSetting } from './settings/settings.ts';

/** Tells whoever started this that nothing has to be added to the line that was said, and that
 * trying again is no use. */
const otherTablesCode = 78;

/** What the person who starts the API reads when it cannot: one line, no stack. */
function giveUp(error: unknown): never {
  if (error instanceof OtherTables) {
    process.stderr.write(`${error.message}\n`);
    process.exit(otherTablesCode);
  }
  const known = error instanceof WrongSetting || error instanceof FolderInUse;
  process.stderr.write(
    `${known ? error.message : `api: cannot start: ${error instanceof Error ? (error.cause instanceof Error ? error.cause.message : error.message) : String(error)}`}\n`,
  );
  process.exit(1);
}

try {
  const settings = readSettings(process.env);
  process.umask(0o077);
  closeDataFolder(settings.dataDir);
  // Before anything heavy is loaded, so that a second start hears at once that the folder is taken.
  const unlock = settings.databaseUrl
    ? () => undefined
    : takeLock(join(settings.dataDir, 'database.lock'));
  process.on('exit', unlock);
  const { serve } = await import('./serve.ts');
  await serve(settings);
} catch (error) {
  giveUp(error);
}
