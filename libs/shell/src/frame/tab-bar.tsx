import {
  areaOf,
  isElsewhere,
  linkTo,
  linkToPath,
  loginLink,
  routes,
} from '@cme/commons/route-links';
import type { MenuItem } from '@cme/contract/site';
import { useLocation } from '@cme/ui/router';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Icon, LinkTo } from '@cme/ui';
import { siteUrl } from '../head/head-tags.ts';
import { useSession } from '../session/use-session.ts';
import { words } from '../page/words.ts';
import { isCurrentMenu } from '../menus/current-menu.ts';
import { menuIcon } from '../menus/menu-icon.ts';
import { siteConfigQuery, tabsMenuMap } from '../menus/site-config.ts';
import { useSlidePage } from '../page/slide-page.ts';

const catalogue = /^\/(publicneed|profession|search|item)(\/|$)/;

/** Tab bar on phones. Tabs replace the history entry, so that back leaves the tabs at once. */
export function TabBar() {
  const { pathname, search } = useLocation();
  const { data } = useQuery(siteConfigQuery());
  const tabs = [...tabsMenuMap(data).values()];
  const isTab = tabs.some(({ path }) => path.split('?')[0] === pathname);
  return (
    <nav className="tab-bar" aria-label={words.tabBar}>
      {tabs.map((tab) => {
        const current = isCurrentTab(tab.path, pathname, search, tabs) ? 'page' : undefined;
        const face = <TabLabel tab={tab} />;
        if (tab.path === routes.user.path)
          return (
            <PersonTab key={tab.key} current={current}>
              {face}
            </PersonTab>
          );
        return (
          <LinkTo key={tab.key} to={linkToPath(tab.path)} replace={isTab} aria-current={current}>
            {face}
          </LinkTo>
        );
      })}
    </nav>
  );
}

function TabLabel({ tab }: { tab: MenuItem }) {
  return (
    <>
      <Icon name={menuIcon(tab)} size={22} />
      {tab.title}
    </>
  );
}

/** 我的: opens the personal menu, or the sign-in page with a return URL. */
function PersonTab({ current, children }: { current: 'page' | undefined; children: ReactNode }) {
  const { signedIn } = useSession();
  const { pathname, search, hash } = useLocation();
  const { content, open } = useSlidePage();
  if (signedIn)
    return (
      <button
        type="button"
        aria-haspopup="dialog"
        aria-expanded={content === 'person'}
        aria-current={current}
        onClick={() => open('person')}
      >
        {children}
      </button>
    );
  const to = isElsewhere(linkTo.login())
    ? loginLink(siteUrl(pathname + search + hash))
    : linkTo.login({ targetUrl: pathname + search });
  return (
    <LinkTo to={to} aria-current={current}>
      {children}
    </LinkTo>
  );
}

/**
 * A list's tab is active for all lists and their items; 我的 for all personal pages without a tab.
 */
export function isCurrentTab(
  tab: string,
  pathname: string,
  search: string,
  tabs: readonly Pick<MenuItem, 'path'>[],
): boolean {
  if (tab === routes.user.path)
    return (
      areaOf(pathname) === 'user' &&
      !tabs.some(({ path }) => path !== tab && isCurrentMenu(path, pathname, search))
    );
  if (catalogue.test(tab) && catalogue.test(pathname))
    return (
      tabs.find(({ path }) => isCurrentMenu(path, pathname, search))?.path === tab ||
      isFirstList(tab, pathname, search, tabs)
    );
  return isCurrentMenu(tab, pathname, search);
}

function isFirstList(
  tab: string,
  pathname: string,
  search: string,
  tabs: readonly Pick<MenuItem, 'path'>[],
): boolean {
  const lists = tabs.filter(({ path }) => catalogue.test(path));
  return lists[0]?.path === tab && !lists.some(({ path }) => isCurrentMenu(path, pathname, search));
}
