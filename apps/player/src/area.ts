import { type Area, defineArea } from '@cme/ui';
import { routes } from './routes.ts';

/** What a customer domain mounts. */
export const area: Area = defineArea(routes);
