import '@cme/ui/styles.css';
import { rootRoutes } from '@cme/ui';
import { startPage } from '@cme/ui/start';
import { routes } from './routes.ts';

void startPage(rootRoutes(routes));
