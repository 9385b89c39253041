import '@cme/shell/styles.css';
import { rootRoutes } from '@cme/shell';
import { startPage } from '@cme/shell/start';
import { routes } from './routes.ts';

void startPage(rootRoutes(routes));
