import { linkToPath } from '@cme/commons/route-links';
import type { MenuItem } from '@cme/contract/site';
import { useLocation } from '@cme/ui/router';
import type { ReactNode } from 'react';
import { LinkTo } from '@cme/ui';
import { isCurrentMenu } from './current-menu.ts';

interface Props {
  menu: MenuItem;
  replace?: boolean;
  children?: ReactNode;
}

/** A menu of the site as a link; external links may open in a new window. */
export function MenuLink({ menu, replace, children }: Props) {
  const { pathname, search } = useLocation();
  const { path, title, open_in } = menu;
  return (
    <LinkTo
      to={path.startsWith('/') ? linkToPath(path) : path}
      replace={replace}
      aria-current={isCurrentMenu(path, pathname, search) ? 'page' : undefined}
      {...(open_in === 'new' ? { target: '_blank', rel: 'noopener' } : {})}
    >
      {children ?? title}
    </LinkTo>
  );
}
