import { readFile } from 'node:fs/promises';
import { sitePageNames } from '@cme/contract/site';
import { arrangeBlocks } from '../../content/catalogue/home-blocks.rules.ts';
import { readBlocks } from '../../content/catalogue/home/home.store.ts';
import { isBlockKind, setBlock } from '../../content/catalogue/home/set-block.action.ts';
import { setMenus, setSetting, formatValue } from '../../site/site/settings.action.ts';
import { isSiteSetting, siteSettings, type SiteSetting } from '../../site/site/settings.rules.ts';
import type { Db } from '../../platform/database/database.ts';
import { readMenus, readSites, type Site } from '../../platform/sites/site.store.ts';
import { readStates } from '../../platform/state-log/state-log.store.ts';
import { formatTime } from '../../platform/http/format-time.ts';
import { NotPossibleError } from '../../platform/http/not-possible.ts';
import { publishPage } from '../../site/page/publish.action.ts';
import type { Account } from '../staff/account.ts';
import { type Command, formatTable, requireArguments, UsageError } from '../staff/command.ts';
import { requireSite } from '../staff/require-site.ts';
import { requireScope } from '../staff/scope.ts';
import { createCommand } from './create.ts';

const toActor = ({ user_id }: Account) => ({ actor_type: 'staff' as const, actor_id: user_id });
const settingNames = Object.keys(siteSettings) as SiteSetting[];

async function formatSettings(db: Db, site: Site): Promise<string> {
  const menus = await readMenus(db, site.site_id);
  const menusOn = (place: 'pc' | 'mobile') =>
    JSON.stringify(
      menus
        .filter(({ show_on }) => show_on === place)
        .map(({ key, title, path, need_login, open_in, icon }) => ({
          key,
          title,
          path,
          need_login,
          open_in,
          icon,
        })),
    );
  const blocks = arrangeBlocks(await readBlocks(db, site.site_id));
  return formatTable([
    ['site_id', site.site_id],
    ['domain', site.domain],
    ...settingNames.map((name) => [name, formatValue(site[name])]),
    ['menus pc', menusOn('pc')],
    ['menus mobile', menusOn('mobile')],
    ...blocks.map(({ kind, position, size, title }) => [
      'block',
      kind,
      `位置 ${position}`,
      `数量 ${size}`,
      title,
    ]),
  ]);
}

/** `on` or `off`, then optionally position, number of cards and heading. */
function blockChange([state = '', position, size, title]: readonly string[]) {
  if (state !== 'on' && state !== 'off') throw new UsageError('区块的状态应为 on 或 off');
  const toWholeNumber = (word: string, name: string) => {
    if (!/^\d{1,3}$/.test(word)) throw new UsageError(`${name}应为整数`);
    return Number(word);
  };
  return {
    enabled: state === 'on',
    ...(position === undefined ? {} : { position: toWholeNumber(position, '位置') }),
    ...(size === undefined ? {} : { size: toWholeNumber(size, '数量') }),
    ...(title === undefined ? {} : { title }),
  };
}

/** Site settings. */
export const site: Record<string, Command> = {
  create: createCommand,
  list: {
    args: '',
    about: '全部站点',
    run: async ({ db }) =>
      formatTable(
        (await readSites(db)).map(({ site_id, domain, site_name }) => [site_id, domain, site_name]),
      ),
  },
  show: {
    args: '<站点或域名>',
    about: '一个站点的全部设置、菜单和首页区块',
    run: async ({ db }, args) => {
      const [word = ''] = requireArguments(args, '站点');
      return formatSettings(db, await requireSite(db, word));
    },
  },
  log: {
    args: '<站点或域名>',
    about: '设置的变更记录',
    run: async ({ db }, args) => {
      const [word = ''] = requireArguments(args, '站点');
      const { site_id } = await requireSite(db, word);
      return formatTable(
        (await readStates(db, 'site', site_id)).map(({ at, actor_id, from, to }) => [
          formatTime(at),
          actor_id,
          from,
          to,
        ]),
      );
    },
  },
  set: {
    args: '<站点或域名> <设置> <值>',
    about: `更改一项设置（${settingNames.join('、')}）`,
    role: 'site_admin',
    run: async (context, args, account) => {
      const [word = '', setting = ''] = requireArguments(args, '站点', '设置');
      const value = args[2];
      if (value === undefined) throw new UsageError('缺少值');
      if (!isSiteSetting(setting)) throw new UsageError(`没有设置 ${setting}`);
      const { site_id } = await requireSite(context.db, word);
      await requireScope(context.db, account, [site_id], '设置');
      return setSetting(context, site_id, setting, value, toActor(account));
    },
  },
  menus: {
    args: '<站点或域名> <pc|mobile> <JSON>',
    about: '更改菜单，按顺序：[{"key":"home","title":"首页","path":"/"}]',
    role: 'site_admin',
    run: async (context, args, account) => {
      const [word = '', place = '', json = ''] = requireArguments(
        args,
        '站点',
        'pc 或 mobile',
        '菜单',
      );
      if (place !== 'pc' && place !== 'mobile') throw new UsageError('应为 pc 或 mobile');
      const { site_id } = await requireSite(context.db, word);
      await requireScope(context.db, account, [site_id], '设置');
      return setMenus(context, site_id, place, json, toActor(account));
    },
  },
  page: {
    args: `<站点或域名> <${sitePageNames.join('|')}> <HTML文件>`,
    about: '发布关于我们、联系我们、服务条款、隐私政策的新版本；以前的版本仍可查看',
    role: 'site_admin',
    run: async (context, args, account) => {
      const [word = '', name = '', path = ''] = requireArguments(args, '站点', '页面', 'HTML文件');
      const page = sitePageNames.find((item) => item === name);
      if (!page) throw new UsageError(`没有页面 ${name}，可用：${sitePageNames.join('、')}`);
      const { site_id } = await requireSite(context.db, word);
      await requireScope(context.db, account, [site_id], '页面');
      const text = await readFile(path, 'utf8').catch(() => {
        throw new NotPossibleError(`不能读取文件 ${path}`);
      });
      return publishPage(context, site_id, { page, text }, toActor(account));
    },
  },
  block: {
    args: '<站点或域名> <区块> <on|off> [位置] [数量] [标题]',
    about: '更改首页的一个区块',
    role: 'site_admin',
    run: async (context, args, account) => {
      const [word = '', kind = ''] = requireArguments(args, '站点', '区块', '状态');
      if (!isBlockKind(kind)) throw new UsageError(`没有区块 ${kind}`);
      const change = blockChange(args.slice(2));
      const { site_id } = await requireSite(context.db, word);
      await requireScope(context.db, account, [site_id], '设置');
      return setBlock(context, site_id, kind, change, toActor(account));
    },
  },
};
