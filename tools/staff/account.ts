import { createInterface } from 'node:readline/promises';
import { Writable } from 'node:stream';
import type { House } from '../../apps/api/src/house.ts';
import { verifyPassword } from '../../apps/api/src/modules/identity/password.rules.ts';
import { keysOf } from '../../apps/api/src/modules/identity/secret.rules.ts';
import { findByMobile } from '../../apps/api/src/modules/identity/user.store.ts';
import { readSites } from '../../apps/api/src/modules/site/site.store.ts';
import { NotPossible } from '../../apps/api/src/not-possible.ts';
import { Usage } from './command.ts';

/** Whoever decides, for the records: an account of the platform with a staff role. */
export interface Account {
  user_id: string;
  name: string;
  roles: readonly string[];
}

export type Role = 'finance' | 'exam_editor' | 'certificate_officer' | 'auditor';

/** The staff account that is named by `STAFF`, proved by its password. Wrong ones cannot be told apart. */
export async function signIn({ db, settings }: Pick<House, 'db' | 'settings'>, mobile: string, password: string): Promise<Account> {
  for (const { site_id } of await readSites(db)) {
    const row = await findByMobile(db, keysOf(settings), site_id, mobile);
    const isStaff = row?.status === 'normal' && row.roles.some((role) => role !== 'learner');
    if (isStaff && (await verifyPassword(row.password_hash, password))) return { user_id: row.user_id, name: row.real_name, roles: row.roles };
  }
  throw new NotPossible('工作人员的手机号或密码不正确');
}

export function requireRole({ name, roles }: Account, role: Role): void {
  if (!roles.includes(role) && !roles.includes('super')) throw new NotPossible(`${name}没有这项权限（${role}）`);
}

/** Number and password from the environment, else asked for; the password is not shown. */
export async function askWho(env: NodeJS.ProcessEnv): Promise<{ mobile: string; password: string }> {
  const { STAFF: mobile, STAFF_PASSWORD: password } = env;
  if (mobile && password) return { mobile, password };
  if (!process.stdin.isTTY) throw new Usage('办理须注明工作人员：STAFF=手机号 STAFF_PASSWORD=密码');
  return { mobile: mobile || (await typed('工作人员手机号：', true)), password: await typed('密码：', false) };
}

async function typed(question: string, isShown: boolean): Promise<string> {
  process.stderr.write(question);
  const silent = new Writable({ write: (_chunk, _encoding, done) => done() });
  const line = createInterface({ input: process.stdin, output: isShown ? process.stderr : silent, terminal: true });
  try {
    return await line.question('');
  } finally {
    line.close();
    if (!isShown) process.stderr.write('\n');
  }
}
