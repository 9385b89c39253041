import { createHash } from 'node:crypto';
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';

/** Where the token of a session on the command line is stored, readable by its owner only; one file
 * per number, which does not name it. */
const getSessionFolder = (env: NodeJS.ProcessEnv) =>
  join(resolve(env['DATA_DIR'] || '.data'), 'staff-sessions');
const getSessionFile = (env: NodeJS.ProcessEnv, mobile: string) =>
  join(getSessionFolder(env), createHash('sha256').update(mobile).digest('hex').slice(0, 32));

export function readToken(env: NodeJS.ProcessEnv, mobile: string): string | undefined {
  try {
    return readFileSync(getSessionFile(env, mobile), 'utf8') || undefined;
  } catch {
    return undefined;
  }
}

export function storeToken(env: NodeJS.ProcessEnv, mobile: string, token: string): void {
  mkdirSync(getSessionFolder(env), { recursive: true, mode: 0o700 });
  const file = getSessionFile(env, mobile);
  rmSync(file, { force: true });
  writeFileSync(file, token, { mode: 0o600, flag: 'wx' });
}

export function removeToken(env: NodeJS.ProcessEnv, mobile: string): void {
  rmSync(getSessionFile(env, mobile), { force: true });
}
