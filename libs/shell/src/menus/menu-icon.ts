import { routes } from '@cme/commons/route-links';
import type { MenuItem } from '@cme/contract/site';
import { type IconName, isIconName } from '@cme/ui';

const byPath: Record<string, IconName> = {
  [routes.home.path]: 'home',
  [routes.publicneed.path]: 'books',
  [routes.profession.path]: 'school',
  [routes.search.path]: 'search',
  [routes.xcys.path]: 'users',
  [routes.crbjc.path]: 'health',
  [routes.news.path]: 'news',
  [routes.changecredits.path]: 'exchange',
  [routes.learn.path]: 'play',
  [routes.user.path]: 'user',
  [routes.cart.path]: 'cart',
  [routes.notice.path]: 'bell',
  [routes.helpcenter.path]: 'info',
  [routes.verify.path]: 'check',
};

/** The icon of a menu: its own, otherwise the one of the page it links to. */
export function menuIcon({ icon = '', path }: Pick<MenuItem, 'icon' | 'path'>): IconName {
  return isIconName(icon) ? icon : (byPath[path.split('?')[0] ?? ''] ?? 'menu');
}
