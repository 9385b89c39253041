import { send } from '@cme/commons/api-client';
import { routes } from '@cme/commons/route-links';
import type { MenuItem, SiteConfig } from '@cme/contract/site';
import { queryOptions } from '@tanstack/react-query';

const siteConfig = async () =>
  (await import(/* webpackChunkName: "calls" */ '@cme/contract/site/site')).siteConfig;

/** Menus and links of this site; prefetched by server rendering. */
export const siteConfigQuery = () =>
  queryOptions({
    queryKey: ['site_config'],
    queryFn: ({ signal }) => send(siteConfig, {}, { signal }),
    staleTime: 300_000,
  });

/** The site's menus; undefined while loading, the defaults if they cannot be loaded. */
export const siteMenus = ({ data, isError }: { data?: SiteConfig | undefined; isError: boolean }) =>
  data?.menus ?? (isError ? defaultMenus : []);

/** Menu style on phones; unknown styles fall back to a list. */
export const mobileMenuStyle = (data: SiteConfig | undefined): 'list' | 'grid' =>
  data?.mobile_menu_style === 'grid' ? 'grid' : 'list';

const maxTabs = 5;

/** The phone's tabs by path, in order. */
export function tabsMenuMap(data: SiteConfig | undefined): ReadonlyMap<string, MenuItem> {
  const tabs = data?.mobile_menus.length ? data.mobile_menus : defaultTabs;
  return new Map(tabs.slice(0, maxTabs).map((tab) => [tab.path, tab]));
}

const createItem = (key: string, title: string, path: string): MenuItem => ({
  key,
  title,
  path,
  need_login: 'N',
});

/** Fallback menus if the site's own cannot be loaded. */
export const defaultMenus: readonly MenuItem[] = [
  createItem('home', '首页', routes.home.path),
  createItem('publicneed', '公需科目', routes.publicneed.path),
  createItem('profession', '专业科目', routes.profession.path),
  createItem('xcys', '乡村医生专项培训', routes.xcys.path),
  createItem('crbjc', '传染病监测预警培训', routes.crbjc.path),
  createItem('news', '政策法规', `${routes.news.path}?type=N`),
  createItem('notice', '通知公告', `${routes.news.path}?type=B`),
  createItem('changecredits', '学分兑换', routes.changecredits.path),
  createItem('helpcenter', '帮助中心', routes.helpcenter.path),
  createItem('user', '个人中心', routes.user.path),
];

/** Fallback tabs for phones. */
export const defaultTabs: readonly MenuItem[] = [
  createItem('home', '首页', routes.home.path),
  createItem('course', '课程', routes.publicneed.path),
  createItem('learn', '学习', routes.learn.path),
  createItem('mine', '我的', routes.user.path),
];
