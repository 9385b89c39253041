import { Outlet, type RouteObject } from '@cme/ui/router';
import { SiteTheme } from './site-theme.tsx';

/** What an app exports to the page that mounts it. */
export interface Area {
  routes: RouteObject[];
}

/** A mounted area needs a theme of its own when the page runs another release of these libraries. */
const ThemedArea = () => (
  <SiteTheme>
    <Outlet />
  </SiteTheme>
);

export const defineArea = (routes: RouteObject[]): Area => ({
  routes: [{ Component: ThemedArea, children: routes }],
});
