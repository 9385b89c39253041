import { MantineContext } from '@mantine/core';
import { Outlet, type RouteObject } from '@cme/ui/router';
import { useQueryClient } from '@tanstack/react-query';
import { use } from 'react';
import { Ui } from './ui.tsx';

/** What an app offers to a page that mounts it. */
export interface Area {
  routes: RouteObject[];
}

/** Gives a mounted area its own provider when the page around it runs on another release of this
 * library. */
function AreaWrap() {
  const client = useQueryClient();
  const isProvided = use(MantineContext) !== null;
  return isProvided ? (
    <Outlet />
  ) : (
    <Ui client={client}>
      <Outlet />
    </Ui>
  );
}

export const areaWrap = (routes: RouteObject[]): Area => ({
  routes: [{ Component: AreaWrap, children: routes }],
});
export { AreaWrap };
