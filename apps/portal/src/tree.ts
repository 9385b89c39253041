import { type Area, Root, RootError } from '@cme/ui';
import { routes } from './routes.ts';

/** The same tree in the browser and on the server; made anew for each, because a router fills in
 * what it loads. */
export const tree = (): Area['routes'] => [
  {
    id: 'root',
    Component: Root,
    ErrorBoundary: RootError,
    HydrateFallback: () => null,
    children: routes.map((route) => ({ ...route })),
  },
];
