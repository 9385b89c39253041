import { useQuery } from '@tanstack/react-query';
import { words } from '../page/words.ts';
import { MenuLink } from '../menus/menu-link.tsx';
import { siteConfigQuery, siteMenus } from '../menus/site-config.ts';

/** The site's menu. Its bar keeps its height while the menus are loading. */
export function MainMenu() {
  const menus = siteMenus(useQuery(siteConfigQuery()));
  return (
    <nav className="menu" aria-label={words.mainMenu}>
      <ul className="wide">
        {menus.map((menu) => (
          <li key={menu.key}>
            <MenuLink menu={menu} />
          </li>
        ))}
      </ul>
    </nav>
  );
}
