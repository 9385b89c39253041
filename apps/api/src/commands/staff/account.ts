import type { AppContext } from '../../platform/context/context.ts';
import { NotPossibleError, SessionExpiredError } from '../../platform/http/not-possible.ts';
import { RefusalError } from '../../platform/http/refusal.ts';
import { proveFactor } from '../../person/identity/factor/factor.proof.ts';
import { readActiveFactor, readFactors } from '../../person/identity/factor/factor.store.ts';
import { readInvitations } from '../../person/invitation/invitation.store.ts';
import {
  openStaffSession,
  resumeStaffSession,
} from '../../person/identity/factor/staff-session.store.ts';
import type { Asker } from '../../person/identity/limits/asker.ts';
import { allowGuess, recordRightGuess } from '../../person/identity/limits/guess.store.ts';
import { recordSignInAttempt } from '../../person/identity/sign-in/sign-in-log.store.ts';
import { verifyPassword } from '../../person/identity/password.rules.ts';
import { type Keys, deriveKeys } from '../../person/identity/secret.rules.ts';
import { isStaff } from '../../person/identity/staff.rules.ts';
import { mobileHash, mobileHashes } from '../../person/identity/number.rules.ts';
import { findByMobile, type UserRow } from '../../person/identity/user.store.ts';
import { isUnitAdmin } from '../../person/unit/unit.store.ts';
import { readSites } from '../../platform/sites/site.store.ts';

/** The acting account with a staff role, for the logs. */
export interface Account {
  user_id: string;
  name: string;
  roles: readonly string[];
}

/** What a member of staff proves: password and second factor, or the session that these opened. */
export interface Credentials {
  mobile: string;
  password?: string | undefined;
  /** Of the authenticator app, or a recovery code. */
  code?: string | undefined;
  /** Of a session on the command line. */
  token?: string | undefined;
}

/** Roles of staff accounts; `super` has all of them and grants roles. */
export const roleNames = [
  'course_teacher',
  'class_teacher',
  'site_admin',
  'content_editor',
  'exam_editor',
  'credit_auditor',
  'certificate_officer',
  'finance',
  'service',
  'rollout_operator',
  'auditor',
  'super',
] as const;
export type Role = (typeof roleNames)[number];

/** All calls from here share a budget of attempts per number, which cannot be exhausted from
 * elsewhere. */
const terminal: Asker = { network: 'staff', device: '', part: 'known:staff', isKnown: true };
const visitor = { origin: '', user_agent: 'npm run staff', address: terminal.network };

type SignIn = Pick<AppContext, 'db' | 'settings' | 'now'>;

/** The staff account in `STAFF`, authenticated by password and second factor, with a new session;
 * or by its session. Failures of the password are indistinguishable, and attempts are limited as at
 * sign-in. */
export async function signIn(
  api: SignIn,
  credentials: Credentials,
): Promise<{ account: Account; token: string }> {
  const { mobile, password = '', code, token } = credentials;
  if (token && !code) {
    const row = await resumeSession(api, mobile, token);
    if (password) await signInByPassword(api, mobile, password);
    return { account: toAccount(row), token };
  }
  const row = await signInByPassword(api, mobile, password);
  const factors = await readFactors(api.db, api.settings, row.user_id, api.now());
  if (factors.length === 0)
    throw new NotPossibleError('该账号尚未启用动态验证码，请先运行：npm run staff -- factor enrol');
  if (!code) throw new NotPossibleError('请输入动态验证码：STAFF_CODE=验证器显示的6位数字');
  const factor = await spendCode(api, row, code);
  return {
    account: toAccount(row),
    token: await openStaffSession(api.db, api.now(), row, factor.factor_id),
  };
}

/** Staff who have no second factor yet may enrol with the password; others need it, too.
 * `isInvited`: also who has been invited and has no role yet. */
export async function signInToEnrol(
  api: SignIn,
  { mobile, password = '', code }: Credentials,
  { isInvited = false } = {},
): Promise<Account> {
  const row = await signInByPassword(api, mobile, password, isInvited);
  if (await readActiveFactor(api.db, api.settings, row.user_id, api.now())) {
    if (!code)
      throw new NotPossibleError(
        '该账号已启用动态验证码，更换须输入当前的动态验证码或恢复码：STAFF_CODE=…',
      );
    await spendCode(api, row, code);
  }
  return toAccount(row);
}

const toAccount = ({ user_id, real_name, roles }: UserRow): Account => ({
  user_id,
  name: real_name,
  roles,
});

async function spendCode(api: SignIn, row: UserRow, code: string) {
  try {
    const spend = await proveFactor(api, row, code, { address: terminal.network });
    return await api.db.transaction(spend);
  } catch (error) {
    throw error instanceof RefusalError ? new NotPossibleError(error.message) : error;
  }
}

async function resumeSession(api: SignIn, mobile: string, token: string): Promise<UserRow> {
  const { db, settings, now } = api;
  const row = await resumeStaffSession(
    db,
    now(),
    token,
    async (userId) => (await readActiveFactor(db, settings, userId, now()))?.factor_id,
  );
  const isTheirs =
    row && mobileHashes(deriveKeys(settings), row.site_id, mobile).includes(row.mobile_hash);
  if (!isTheirs || !(await mayEnter(db, row)))
    throw new SessionExpiredError(
      '登录已结束（满15分钟没有操作即结束），请重新输入密码和动态验证码',
    );
  return row;
}

async function signInByPassword(
  api: SignIn,
  mobile: string,
  password: string,
  isInvited = false,
): Promise<UserRow> {
  const { db, settings, now } = api;
  const keys = deriveKeys(settings);
  const number = mobileHash(keys, terminal.network, mobile);
  const allowed = await allowGuess(db, now(), number, terminal, async () => undefined);
  if ('until' in allowed) throw new NotPossibleError(lockedMessage(allowed.until, now()));
  const enters = async (row: UserRow) =>
    (await mayEnter(db, row)) || (isInvited && (await hasInvitation(api, keys, row, mobile)));
  const accounts = await findAccountsByPassword(api, keys, { mobile, password, enters });
  if (accounts.length > 0) await recordRightGuess(db, number, terminal, allowed.ids);
  const staff = accounts.find((item) => item.mayEnter)?.row;
  if (!staff) throw new NotPossibleError('工作人员的手机号或密码不正确');
  return staff;
}

/** Administrators of a unit may decide for it here, and nothing else. */
const mayEnter = async (db: SignIn['db'], { status, roles, user_id }: UserRow): Promise<boolean> =>
  status === 'normal' && (isStaff(roles) || (await isUnitAdmin(db, user_id)));

const hasInvitation = async (
  { db, now }: SignIn,
  keys: Keys,
  { status, site_id }: UserRow,
  mobile: string,
): Promise<boolean> =>
  status === 'normal' && (await readInvitations(db, keys, now(), { site_id, mobile })).length > 0;

/** The accounts with this number and password, at most one per site. Each attempt is logged. */
async function findAccountsByPassword(
  { db, now }: SignIn,
  keys: Keys,
  given: { mobile: string; password: string; enters(row: UserRow): Promise<boolean> },
): Promise<{ row: UserRow; mayEnter: boolean }[]> {
  const right: { row: UserRow; mayEnter: boolean }[] = [];
  for (const { site_id } of await readSites(db)) {
    const row = await findByMobile(db, keys, site_id, given.mobile);
    if (!row) continue;
    const isRight = await verifyPassword(row.password_hash, given.password);
    const isLetIn = isRight && (await given.enters(row));
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

export const hasRole = ({ roles }: Pick<Account, 'roles'>, role: Role): boolean =>
  roles.includes(role) || roles.includes('super');

export function requireRole(account: Account, role: Role): void {
  if (!hasRole(account, role)) throw new NotPossibleError(`${account.name}没有这项权限（${role}）`);
}
