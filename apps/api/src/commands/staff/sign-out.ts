import type { AppContext } from '../../platform/context/context.ts';
import { endStaffSession } from '../../person/identity/factor/staff-session.store.ts';
import { FolderInUseError } from '../../platform/settings/folder-lock.ts';
import { promptForMobile } from './ask-credentials.ts';
import { readToken, removeToken } from './session-file.ts';

export interface ShortCommand {
  args: string;
  about: string;
  run(env: NodeJS.ProcessEnv, args: readonly string[]): Promise<string>;
}

type WithContext = (work: (context: AppContext) => Promise<string>) => Promise<string>;

/** Ends the session of `STAFF` on this machine. While another process holds the embedded database,
 * only the token here is deleted, without which the session is of no use. */
export async function signOut(env: NodeJS.ProcessEnv, withContext: WithContext): Promise<string> {
  const mobile = await promptForMobile(env);
  const token = readToken(env, mobile);
  removeToken(env, mobile);
  if (!token) return '没有登录';
  try {
    return await withContext(async ({ db }) => {
      await endStaffSession(db, token);
      return '已退出登录';
    });
  } catch (error) {
    if (error instanceof FolderInUseError) return '已退出登录';
    throw error;
  }
}
