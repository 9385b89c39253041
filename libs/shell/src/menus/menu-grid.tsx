import { routes } from '@cme/commons/route-links';
import type { MenuItem } from '@cme/contract/site';
import { useQuery } from '@tanstack/react-query';
import { Icon } from '@cme/ui';
import { words } from '../page/words.ts';
import { menuIcon } from './menu-icon.ts';
import { MenuLink } from './menu-link.tsx';
import { mobileMenuStyle, siteConfigQuery, siteMenus } from './site-config.ts';

/** Menus as icons with labels. */
export function MenuIcons({ menus, replace }: { menus: readonly MenuItem[]; replace?: boolean }) {
  return (
    <ul className="menu-icons">
      {menus.map((menu) => (
        <li key={menu.key}>
          <MenuLink menu={menu} {...(replace ? { replace } : {})}>
            <span className="menu-icon" aria-hidden="true">
              <Icon name={menuIcon(menu)} size={24} />
            </span>
            <span>{menu.title}</span>
          </MenuLink>
        </li>
      ))}
    </ul>
  );
}

/**
 * The whole menu as a grid above the home page, on phones and only where the site has chosen it.
 */
export function MenuGrid() {
  const config = useQuery(siteConfigQuery());
  if (mobileMenuStyle(config.data) !== 'grid') return null;
  return (
    <nav className="menu-grid" aria-label={words.quickMenu}>
      <MenuIcons menus={siteMenus(config).filter(({ path }) => path !== routes.home.path)} />
    </nav>
  );
}
