import { ulid } from 'ulid';
import * as z from 'zod/mini';
import { NotPossibleError } from '../../platform/http/not-possible.ts';
import { formatTime } from '../../platform/http/format-time.ts';
import type { AppContext } from '../../platform/context/context.ts';
import {
  changeSite,
  readMenus,
  readSite,
  replaceMenus,
  type Site,
} from '../../platform/sites/site.store.ts';
import { contradiction, isContradictory } from '../../platform/sites/registration.rules.ts';
import { type Actor, logState } from '../../platform/state-log/state-log.store.ts';
import { menuList, type SiteSetting, siteSettings } from './settings.rules.ts';

type Context = Pick<AppContext, 'db' | 'now'>;

/** A value for display, and as input text. */
export const formatValue = (value: unknown): string => {
  if (value === null) return '-';
  if (value instanceof Date) return formatTime(value).slice(0, 16);
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
};

/** A value from text; a wrong one is refused by the name of its setting. */
export function parseSetting<Schema extends z.ZodMiniType>(
  schema: Schema,
  text: string,
  name: string,
) {
  const result = schema.safeParse(text);
  if (!result.success)
    throw new NotPossibleError(`${name}：${result.error.issues[0]?.message ?? ''}`);
  return result.data as z.output<Schema>;
}

function refuseContradictions(site: Site): void {
  const { effective_from, effective_to } = site;
  if (effective_from && effective_to && effective_from >= effective_to)
    throw new NotPossibleError('effective_from 应早于 effective_to');
  if (isContradictory(site)) throw new NotPossibleError(contradiction);
  if (!site.is_main) return;
  if (site.content_scope === 'all')
    throw new NotPossibleError('主站的内容就是全部内容，content_scope 只能为 listed');
  if (site.isEffectiveSite === 'N' || site.isEndSite === 'Y' || effective_from || effective_to)
    throw new NotPossibleError('主站不能停用，也不能设定期限');
}

/** What processes of an older version read instead. */
const forOlderVersions = (setting: SiteSetting, value: unknown): Partial<Site> =>
  setting === 'registration' ? { regist_open: value === 'closed' ? 'N' : 'Y' } : {};

/** Changes a setting of a site and logs who did it. All processes and pages apply it within
 * seconds. */
export function setSetting(
  { db, now }: Context,
  siteId: string,
  setting: SiteSetting,
  text: string,
  actor: Actor,
): Promise<string> {
  const value = parseSetting(siteSettings[setting], text, setting);
  return db.transaction(async (tx) => {
    const site = await readSite(tx, siteId, 'for update');
    if (!site) throw new NotPossibleError(`没有站点 ${siteId}`);
    const from = formatValue(site[setting]);
    const to = formatValue(value);
    if (from === to) return `${setting} 没有变化：${to}`;
    const change = {
      [setting]: value,
      ...forOlderVersions(setting, value),
      ...(setting === 'isEndSite' ? { ended_at: value === 'Y' ? now() : null } : {}),
    };
    refuseContradictions({ ...site, ...change });
    await changeSite(tx, siteId, change);
    await logState(tx, {
      entity: 'site',
      entity_id: siteId,
      from: `${setting}=${from}`,
      to: `${setting}=${to}`,
      ...actor,
      at: now(),
    });
    return `${setting}：${from} → ${to}`;
  });
}

/** Replaces a list of menus. */
export function setMenus(
  { db, now }: Context,
  siteId: string,
  showOn: 'pc' | 'mobile',
  text: string,
  actor: Actor,
): Promise<string> {
  const menus = parseSetting(menuList, text, '菜单');
  if (new Set(menus.map(({ key }) => key)).size < menus.length)
    throw new NotPossibleError('菜单：key 重复');
  return db.transaction(async (tx) => {
    if (!(await readSite(tx, siteId, 'for update')))
      throw new NotPossibleError(`没有站点 ${siteId}`);
    const titles = (rows: readonly { title: string }[]) =>
      rows.map(({ title }) => title).join('、');
    const before = (await readMenus(tx, siteId)).filter((menu) => menu.show_on === showOn);
    await replaceMenus(
      tx,
      siteId,
      showOn,
      menus.map((menu, position) => ({
        ...menu,
        id: ulid(),
        site_id: siteId,
        show_on: showOn,
        position,
      })),
    );
    await logState(tx, {
      entity: 'site',
      entity_id: siteId,
      from: `menus.${showOn}=${titles(before)}`,
      to: `menus.${showOn}=${titles(menus)}`,
      ...actor,
      at: now(),
    });
    return `${showOn} 菜单：${titles(menus)}`;
  });
}
