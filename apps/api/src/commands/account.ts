import type { AppContext } from '../context.ts';
import type { Asker } from '../modules/identity/limits/asker.ts';
import { allowGuess, recordRightGuess } from '../modules/identity/limits/guess.store.ts';
import { recordSignInAttempt } from '../modules/identity/sign-in/sign-in-log.store.ts';
import { verifyPassword } from '../modules/identity/account/password.rules.ts';
import { type Keys, keysOf } from '../modules/identity/secret.rules.ts';
import { mobileHash } from '../modules/identity/numbers/number.rules.ts';
import { findByMobile, type UserRow } from '../modules/identity/user.store.ts';
import { isUnitAdmin } from '../modules/unit/unit.store.ts';
import { readSites } from '../sites/site.store.ts';
import { NotPossible } from '../http/not-possible.ts';

/** The acting account with a staff role, for the logs. */
export interface Account {
  user_id: string;
  name: string;
  roles: readonly string[];
}

/** Roles of staff accounts; `super` has all of them and grants roles. */
export const roleNames = [
  'finance',
  'exam_editor',
  'certificate_officer',
  'auditor',
  'credit_auditor',
  'class_teacher',
  'course_teacher',
  'site_admin',
  'rollout_operator',
  'super',
] as const;
export type Role = (typeof roleNames)[number];

/** All calls from here share a budget of attempts per number, which cannot be exhausted from
 * elsewhere. */
const terminal: Asker = { network: 'staff', device: '', part: 'known:staff', isKnown: true };
const visitor = { origin: '', user_agent: 'npm run staff', address: terminal.network };

/** The staff account in `STAFF`, authenticated by its password. Failures are indistinguishable, and
 * attempts are limited as at sign-in. */
export async function signIn(api: SignIn, mobile: string, password: string): Promise<Account> {
  const { db, settings, now } = api;
  const keys = keysOf(settings);
  const number = mobileHash(keys, terminal.network, mobile);
  const allowed = await allowGuess(db, now(), number, terminal, async () => undefined);
  if ('until' in allowed) throw new NotPossible(lockedMessage(allowed.until, now()));
  const accounts = await findAccountsByPassword(api, keys, mobile, password);
  if (accounts.length > 0) await recordRightGuess(db, number, terminal, allowed.ids);
  const staff = accounts.find(({ mayEnter }) => mayEnter)?.row;
  if (!staff) throw new NotPossible('工作人员的手机号或密码不正确');
  return { user_id: staff.user_id, name: staff.real_name, roles: staff.roles };
}

type SignIn = Pick<AppContext, 'db' | 'settings' | 'now'>;

/** Administrators of a unit may decide for it here, and nothing else. */
const mayEnter = async (db: SignIn['db'], { status, roles, user_id }: UserRow): Promise<boolean> =>
  status === 'normal' && (isStaff(roles) || (await isUnitAdmin(db, user_id)));

export const isStaff = (roles: readonly string[]): boolean =>
  roles.some((role) => role !== 'learner');

/** The accounts with this number and password, at most one per site. Each attempt is logged. */
async function findAccountsByPassword(
  { db, now }: SignIn,
  keys: Keys,
  mobile: string,
  password: string,
): Promise<{ row: UserRow; mayEnter: boolean }[]> {
  const right: { row: UserRow; mayEnter: boolean }[] = [];
  for (const { site_id } of await readSites(db)) {
    const row = await findByMobile(db, keys, site_id, mobile);
    if (!row) continue;
    const isRight = await verifyPassword(row.password_hash, password);
    const isLetIn = isRight && (await mayEnter(db, row));
    if (isRight) right.push({ row, mayEnter: isLetIn });
    const result = !isRight ? 'wrong' : isLetIn ? 'ok' : 'not_allowed';
    await recordSignInAttempt(db, now(), visitor, {
      site_id,
      user_id: row.user_id,
      account_hash: row.mobile_hash,
      kind: 'password',
      result,
    });
  }
  return right;
}

const lockedMessage = (until: Date, now: Date) =>
  `密码错误次数过多，请${Math.ceil((until.getTime() - now.getTime()) / 60_000)}分钟后再试`;

export function requireRole({ name, roles }: Account, role: Role): void {
  if (!roles.includes(role) && !roles.includes('super'))
    throw new NotPossible(`${name}没有这项权限（${role}）`);
}
