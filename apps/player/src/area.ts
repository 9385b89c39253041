import { type Area, defineArea } from '@cme/shell';
import { routes } from './routes.ts';

/** Entry for customer domains, which mount this app as an area. */
export const area: Area = defineArea(routes);
