import type { FastifyBaseLogger } from 'fastify';
import type { openPageCache } from './pages/page-cache.ts';
import type { openPictures } from './pages/pictures.ts';
import type { Rollout } from './rollout/rollout.ts';
import type { EdgeSettings } from './settings.ts';
import type { openSites } from './pages/sites.ts';

/** Everything that an answer is made of. */
export interface EdgeContext {
  settings: EdgeSettings;
  /** An API that is well, for what the edge itself asks. */
  api(): string;
  rollout: Rollout;
  sites: ReturnType<typeof openSites>;
  pages: ReturnType<typeof openPageCache>;
  pictures: ReturnType<typeof openPictures>;
  log: FastifyBaseLogger;
}
