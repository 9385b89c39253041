import { MantineContext } from '@mantine/core';
import { Outlet, type RouteObject } from '@cme/ui/router';
import { useQueryClient } from '@tanstack/react-query';
import { use } from 'react';
import { UiProvider } from './ui-provider.tsx';

/** What an app exports to the page that mounts it. */
export interface Area {
  routes: RouteObject[];
}

/** Wraps a mounted area in its own provider when the page runs another release of this library. */
function AreaProvider() {
  const client = useQueryClient();
  const isProvided = use(MantineContext) !== null;
  return isProvided ? (
    <Outlet />
  ) : (
    <UiProvider client={client}>
      <Outlet />
    </UiProvider>
  );
}

export const defineArea = (routes: RouteObject[]): Area => ({
  routes: [{ Component: AreaProvider, children: routes }],
});
export { AreaProvider };
