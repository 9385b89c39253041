import type { FastifyRequest } from 'fastify';
import type { AppContext } from '../../../platform/context/context.ts';
import type { Db } from '../../../platform/database/database.ts';
import { RefusalError } from '../../../platform/http/refusal.ts';
import { runInTurn } from '../../../platform/locks/run-in-turn.ts';
import { verifyPassword } from '../password.rules.ts';
import type { UserRow } from '../user.store.ts';
import { identifyAsker } from './asker.ts';
import { allowGuess, recordRightGuess } from './guess.store.ts';
import { returnHits } from './limit.store.ts';

export const wrongOldPassword = () =>
  new RefusalError(400, '原密码不正确', 'bad_request', { field: 'old_password' });

interface ProofRequest {
  request: FastifyRequest;
  context: AppContext;
  db: Db;
}

/** Throws unless this is the password of the signed-in person. Attempts use the same budgets as
 * sign-in, so that a stolen session cannot guess faster; a proof of work is not required, because
 * the session has provided it. */
export async function provePassword(
  { request, context, db }: ProofRequest,
  row: UserRow,
  password: string,
  refuseWrong: () => RefusalError = wrongOldPassword,
): Promise<void> {
  const account = row.mobile_hash;
  const asker = await identifyAsker(db, context.now(), request, account);
  await runInTurn(`${account} ${asker.isKnown ? asker.part : ''}`, async () => {
    const now = context.now();
    const allowed = await allowGuess(db, now, account, asker, async () => undefined);
    if ('until' in allowed) throw locked(allowed.until, now);
    const isRight = await verifyPassword(row.password_hash, password, asker).catch(
      async (error: unknown) => {
        await returnHits(db, allowed.ids);
        throw error;
      },
    );
    if (!isRight) throw refuseWrong();
    await recordRightGuess(db, account, asker, allowed.ids);
  });
}

function locked(until: Date, now: Date): RefusalError {
  const minutes = Math.ceil((until.getTime() - now.getTime()) / 60_000);
  return new RefusalError(400, `密码错误次数过多，请${minutes}分钟后再试`, 'account_locked');
}
