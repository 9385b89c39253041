import { join } from 'node:path';
import { closeDataFolder } from './platform/settings/data-folder.ts';
import { SchemaMismatchError } from './platform/database/database.ts';
import { FolderInUseError, acquireLock } from './platform/settings/folder-lock.ts';
import { readSettings, requireProviders, SettingError } from './platform/settings/settings.ts';

/** Exit code for the supervisor: the error was printed, and a retry is pointless. */
const otherTablesCode = 78;

/** An expected failure of the start, printed as one line without a stack. */
function exitWithError(error: unknown): never {
  if (error instanceof SchemaMismatchError) {
    process.stderr.write(`${error.message}\n`);
    process.exit(otherTablesCode);
  }
  const isExpected = error instanceof SettingError || error instanceof FolderInUseError;
  process.stderr.write(
    `${isExpected ? error.message : `api: cannot start: ${error instanceof Error ? (error.cause instanceof Error ? error.cause.message : error.message) : String(error)}`}\n`,
  );
  process.exit(1);
}

try {
  const settings = readSettings(process.env);
  requireProviders(settings);
  process.umask(0o077);
  closeDataFolder(settings.dataDir);
  // Before loading anything heavy, so that a second start fails fast.
  const unlock = settings.databaseUrl
    ? () => undefined
    : acquireLock(join(settings.dataDir, 'database.lock'));
  process.on('exit', unlock);
  const { serve } = await import('./serve.ts');
  await serve(settings);
} catch (error) {
  exitWithError(error);
}
