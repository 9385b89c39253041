import { linkTo, personMenus, routes } from '@cme/commons/route-links';
import { LinkTo } from '@cme/ui';
import { Outlet, useLocation } from '@cme/ui/router';
import { words } from '../../words.ts';
import css from './user.module.css';

const entries = [
  ...personMenus,
  { title: routes.setting.title, path: routes.setting.path, href: linkTo.setting },
];

/** The personal centre's frame: its menu beside (on phones above) the page. */
export function UserPage() {
  const { pathname } = useLocation();
  return (
    <div className={css.frame}>
      <nav aria-label={words.menuLabel} className={css.menu}>
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
      <div className={css.content}>
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
