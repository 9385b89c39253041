import '@cme/ui/styles.css';
import { rootRoutes } from '@cme/ui';
import { startPage } from '@cme/ui/start';
import { mountAreas } from './mount.tsx';
import { routes } from './routes.ts';

void startPage(rootRoutes(routes), { patchRoutesOnNavigation: mountAreas });
