import { type Area, areaWrap } from '@cme/ui';
import { routes } from './routes.ts';

/** What a customer domain mounts. */
export const area: Area = areaWrap(routes);
