import { linkTo, personMenus, routes } from '@cme/commons/route-links';
import { LinkTo } from '@cme/ui';
import { useUserInfo } from '@cme/shell';
import { Outlet, useLocation } from '@cme/ui/router';
import { useEffect, useRef } from 'react';
import { words } from '../../components/words.ts';
import css from './user.module.css';

const entries = [
  ...personMenus,
  { title: routes.myfile.title, path: routes.myfile.path, href: linkTo.myfile },
  { title: routes.setting.title, path: routes.setting.path, href: linkTo.setting },
];

/** Frame of the personal centre: its menu next to the page (on phones above). */
export function UserPage() {
  const { pathname } = useLocation();
  const { data: user } = useUserInfo();
  // On paper, where the header with the name is missing. The archive names its owner itself.
  const owner =
    user && !isHere(pathname, routes.myfile.path)
      ? words.printedOwner([user.real_name, user.unit_name].join('　'))
      : undefined;
  const menu = useRef<HTMLElement>(null);
  // On phones the menu is wider than the screen: scrolls the active entry into view.
  useEffect(() => {
    const activeLink = menu.current?.querySelector<HTMLElement>('[aria-current]');
    if (menu.current && activeLink)
      menu.current.scrollLeft =
        activeLink.offsetLeft - (menu.current.clientWidth - activeLink.offsetWidth) / 2;
  }, [pathname]);
  return (
    <div className={css.frame}>
      <nav ref={menu} aria-label={words.menuLabel} className={css.menu}>
        <p className={css.name}>{words.centre}</p>
        <ul>
          {entries.map(({ title, href, path }) => (
            <li key={path}>
              <LinkTo
                to={href()}
                className={css.item}
                aria-current={isHere(pathname, path) ? 'page' : undefined}
              >
                {title}
              </LinkTo>
            </li>
          ))}
        </ul>
      </nav>
      <div className={css.content} data-owner={owner}>
        <Outlet />
      </div>
    </div>
  );
}

function isHere(pathname: string, path: string): boolean {
  return (
    pathname === path || (pathname.replace(/\/$/, '') === '/user' && path === '/user/trainingclass')
  );
}
