import type { AppContext } from '../../../platform/context/context.ts';
import type { Db } from '../../../platform/database/database.ts';
import { RefusalError } from '../../../platform/http/refusal.ts';
import { addHits, hitsSince, lockKeys, returnHits, withLimits } from '../limits/limit.store.ts';
import { deriveKeys } from '../secret.rules.ts';
import { lockUser } from '../user.store.ts';
import { recordActivation, recordRecovery } from './factor.action.ts';
import {
  activateFactor,
  countRecoveryCodes,
  type Factor,
  hasRecoveryCode,
  readFactors,
  unsealFactorSecret,
  spendRecoveryCode,
  spendStep,
} from './factor.store.ts';
import { isRecoveryCode, recoveryHash } from './recovery.rules.ts';
import { findStep } from './totp.rules.ts';

const minute = 60_000;
/** Wrong codes per account before the next one is refused without checking. */
const factorLimits = [
  { most: 5, withinMs: 15 * minute },
  { most: 20, withinMs: 24 * 60 * minute },
];

const field = { field: 'code' };
const wrong = () => new RefusalError(400, '动态验证码不正确或已过期', 'factor_wrong', field);
const used = () =>
  new RefusalError(400, '该动态验证码已使用过，请等待验证器显示下一个', 'factor_used', field);
const locked = (until: Date, now: Date) =>
  new RefusalError(
    400,
    `动态验证码错误次数过多，请${Math.ceil((until.getTime() - now.getTime()) / minute)}分钟后再试`,
    'factor_locked',
    field,
  );

type Context = Pick<AppContext, 'db' | 'settings' | 'now'>;
interface Person {
  user_id: string;
  site_id: string;
}
/** Consumes the code in the transaction of the operation, or throws if it was consumed meanwhile;
 * returns the factor that is active then. */
export type SpendFactor = (tx: Db) => Promise<{ factor_id: string }>;

interface ProofOptions {
  address: string;
  /** The session that an activated factor does not end. */
  keptSession?: string;
  /** Only the code of a pending factor is accepted. */
  isPending?: boolean;
}

/** Throws unless this is a valid code of the person: of the active factor, of a pending one, which
 * it activates, or a recovery code. An attempt counts before it is checked, so that fifty concurrent
 * ones do not get fifty free attempts. */
export async function proveFactor(
  context: Context,
  person: Person,
  code: string,
  { address, keptSession = '', isPending = false }: ProofOptions,
): Promise<SpendFactor> {
  const { db, settings, now } = context;
  const at = now();
  const attempt = await withLimits(db, address, (tx) => countAttempt(tx, at, person.user_id));
  const known = await readFactors(db, settings, person.user_id, at);
  const factors = isPending ? known.filter(({ confirmed_at }) => confirmed_at === null) : known;
  const right = await findRight(context, factors, code.trim());
  if (!right) throw wrong();
  await returnHits(db, attempt);
  if ('step' in right && right.step <= right.factor.last_step) throw used();
  return (tx) => spend(context, tx, { ...person, keptSession }, right);
}

async function countAttempt(tx: Db, now: Date, userId: string): Promise<string[]> {
  const key = `factor-guess:${userId}`;
  await lockKeys(tx, now, [key]);
  for (const { most, withinMs } of factorLimits) {
    const hits = await hitsSince(tx, key, new Date(now.getTime() - withinMs));
    const blocking = hits.at(-most);
    if (blocking) throw locked(new Date(blocking.at.getTime() + withinMs), now);
  }
  return addHits(tx, now, [{ key }]);
}

type Right = { factor: Factor } & ({ step: number } | { recovery: string });

async function findRight(
  { db, settings, now }: Context,
  factors: Factor[],
  code: string,
): Promise<Right | undefined> {
  const keys = deriveKeys(settings);
  for (const factor of factors) {
    const step = findStep(unsealFactorSecret(keys, factor), code, now());
    if (step !== undefined) return { factor, step };
  }
  const [active] = factors;
  if (!active?.confirmed_at || !isRecoveryCode(code)) return undefined;
  const recovery = recoveryHash(keys, active.factor_id, code);
  const isRight = await hasRecoveryCode(db, active.factor_id, recovery);
  return isRight ? { factor: active, recovery } : undefined;
}

async function spend(
  { now }: Context,
  tx: Db,
  person: Person & { keptSession: string },
  right: Right,
) {
  const { factor } = right;
  await lockUser(tx, person.user_id);
  if ('step' in right) {
    if (!(await spendStep(tx, factor.factor_id, right.step))) throw used();
    if (factor.confirmed_at === null) {
      await activateFactor(tx, now(), factor);
      await recordActivation(tx, now(), person, person.keptSession);
    }
  } else {
    if (!(await spendRecoveryCode(tx, now(), factor.factor_id, right.recovery))) throw wrong();
    await recordRecovery(tx, now(), person, await countRecoveryCodes(tx, factor.factor_id));
  }
  return factor;
}
