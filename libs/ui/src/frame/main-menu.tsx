import { linkToPath } from '@cme/commons/route-links';
import { useLocation } from '@cme/ui/router';
import { useQuery } from '@tanstack/react-query';
import { LinkTo } from '../link.tsx';
import { words } from '../words.ts';
import { defaultMenus, siteConfigQuery } from './site-config.ts';

/** The site's menu. Its strip keeps its height while the menus are on their way. */
export function MainMenu({ className = 'menu' }: { className?: string }) {
  const { data, isError } = useQuery(siteConfigQuery());
  const { pathname, search } = useLocation();
  const menus = data?.menus ?? (isError ? defaultMenus : []);
  return (
    <nav className={className} aria-label={words.mainMenu}>
      <ul className="wide">
        {menus.map(({ key, title, path }) => (
          <li key={key}>
            <LinkTo
              to={linkToPath(path)}
              aria-current={isCurrentMenu(path, pathname, search) ? 'page' : undefined}
            >
              {title}
            </LinkTo>
          </li>
        ))}
      </ul>
    </nav>
  );
}

/** A menu with a query is current only with that query, so that two lists of one page are told
 * apart. */
export function isCurrentMenu(menu: string, pathname: string, search: string): boolean {
  const [path = '', query = ''] = menu.split('?');
  if (path === '/') return pathname === '/';
  if (pathname !== path && !pathname.startsWith(`${path}/`)) return false;
  const now = new URLSearchParams(search);
  return [...new URLSearchParams(query)].every(([name, value]) => now.get(name) === value);
}
