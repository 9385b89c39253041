import { lt } from 'drizzle-orm';
import { ulid } from 'ulid';
import type { Db } from '../../../platform/database/database.ts';
import { loginLog } from '../identity.tables.ts';
import type { Visitor } from '../session/session.store.ts';

export interface SignInNote {
  site_id: string;
  user_id?: string;
  account_hash: string;
  kind: 'password' | 'sms' | 'wechat' | 'regist';
  /** `half`: the first step was right, and the second one is needed. */
  result: 'ok' | 'wrong' | 'not_registered' | 'not_allowed' | 'half';
}

export async function recordSignInAttempt(
  db: Db,
  at: Date,
  { address, user_agent }: Visitor,
  note: SignInNote,
): Promise<void> {
  await db.insert(loginLog).values({ id: ulid(), at, address, user_agent, ...note });
}

export async function sweepLog(db: Db, before: Date): Promise<void> {
  await db.delete(loginLog).where(lt(loginLog.at, before));
}
