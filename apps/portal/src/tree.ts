import { Root, type Area } from '@cme/ui';
import { routes } from './routes.ts';

/** The same tree in the browser and on the server. */
export const tree = (): Area['routes'] => [{ id: 'root', Component: Root, children: routes.map((route) => ({ ...route })) }];
