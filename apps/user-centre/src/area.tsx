import { Ui, type Area } from '@cme/ui';
import { Outlet } from '@cme/ui/router';
import { routes } from './routes.ts';

/** Mounted on a customer domain; wrapped in its own provider, because its copy of the design may be newer than the page's. */
export const area: Area = { routes: [{ element: <Ui><Outlet /></Ui>, children: routes }] };
