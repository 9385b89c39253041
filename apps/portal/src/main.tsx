import '@cme/shell/styles.css';
import { rootRoutes } from '@cme/shell';
import { startPage } from '@cme/shell/start';
import { mountAreas } from './mount.tsx';
import { routes } from './routes.ts';

void startPage(rootRoutes(routes), { patchRoutesOnNavigation: mountAreas });
