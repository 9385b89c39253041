import type { AppContext } from '../../platform/context/context.ts';
import { NotPossibleError } from '../../platform/http/not-possible.ts';
import { readSites } from '../../platform/sites/site.store.ts';
import { deriveKeys } from '../../person/identity/secret.rules.ts';
import { findByMobile, type UserRow } from '../../person/identity/user.store.ts';

/** The account with this number; if it is on several sites the site's id is required. */
export async function requireAccount(
  { db, settings }: AppContext,
  mobile: string,
  site?: string,
): Promise<UserRow> {
  const people: UserRow[] = [];
  for (const { site_id } of await readSites(db)) {
    const row =
      site === undefined || site === site_id
        ? await findByMobile(db, deriveKeys(settings), site_id, mobile)
        : undefined;
    if (row) people.push(row);
  }
  const [only, other] = people;
  if (!only) throw new NotPossibleError('没有找到该手机号的账号，请先注册');
  if (other)
    throw new NotPossibleError(
      `该手机号在多个站点有账号，请注明站点：${people.map(({ site_id }) => site_id).join('、')}`,
    );
  return only;
}
