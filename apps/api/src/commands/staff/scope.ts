import type { AppContext } from '../../platform/context/context.ts';
import type { Db } from '../../platform/database/database.ts';
import { NotPossibleError } from '../../platform/http/not-possible.ts';
import { isSamePerson } from '../../person/identity/same-person.store.ts';
import { deriveKeys } from '../../person/identity/secret.rules.ts';
import { findUser } from '../../person/identity/user.store.ts';
import type { Site } from '../../platform/sites/site.store.ts';
import { requireSite } from './require-site.ts';
import { readOwnerSites } from '../../content/catalogue/owner.store.ts';

/** Who acts: their site and roles count. */
interface Actor {
  user_id: string;
  roles: readonly string[];
}

/** What a decision is about: the sites it affects, and whom. */
export interface Subject {
  site_ids: readonly string[];
  user_ids: readonly string[];
}

/** `super` acts on every site. */
const actsEverywhere = ({ roles }: Actor): boolean => roles.includes('super');

/** The site on which a role acts; undefined for those that act on every site. */
export async function readScope(db: Db, actor: Actor): Promise<string | undefined> {
  if (actsEverywhere(actor)) return undefined;
  return (await findUser(db, actor.user_id))?.site_id ?? '';
}

/** Rows of the sites on which the role acts. */
export async function filterScope<Row extends { site_id: string }>(
  db: Db,
  actor: Actor,
  rows: readonly Row[],
): Promise<Row[]> {
  const scope = await readScope(db, actor);
  return rows.filter(({ site_id }) => scope === undefined || site_id === scope);
}

/** A role of one site acts on that site alone. */
export async function requireScope(
  db: Db,
  actor: Actor,
  siteIds: readonly string[],
  what = '业务',
): Promise<void> {
  const scope = await readScope(db, actor);
  if (scope !== undefined && siteIds.some((site) => site !== scope))
    throw new NotPossibleError(`这是其他站点的${what}`);
}

/** A site by its id or domain, on which the role acts. */
export async function requireOwnSite(db: Db, actor: Actor, word: string): Promise<Site> {
  const site = await requireSite(db, word);
  await requireScope(db, actor, [site.site_id], '站点设置');
  return site;
}

/** Nobody decides about themselves, whatever account they use. */
export async function requireOthers(
  { db, settings }: Pick<AppContext, 'db' | 'settings'>,
  { user_id }: Pick<Actor, 'user_id'>,
  userIds: readonly string[],
): Promise<void> {
  for (const subject of new Set(userIds))
    if (await isSamePerson(db, deriveKeys(settings), user_id, subject))
      throw new NotPossibleError('不能办理自己的业务');
}

export async function requireSubject(
  context: AppContext,
  actor: Actor,
  { site_ids, user_ids }: Subject,
  what?: string,
): Promise<void> {
  await requireScope(context.db, actor, site_ids, what);
  await requireOthers(context, actor, user_ids);
}

/** A content is changed on the site that it belongs to: the main site's own is shown on others, too. */
export const requireContentOwner = async (
  db: Db,
  actor: Actor,
  contentId: string,
  what: string,
): Promise<void> => {
  const sites = await readOwnerSites(db, contentId);
  return requireScope(db, actor, sites.length > 0 ? sites : [''], what);
};
