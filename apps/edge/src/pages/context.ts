import type { FastifyBaseLogger } from 'fastify';
import type { createPageCache } from './page-cache.ts';
import type { createPictureCache } from './pictures.ts';
import type { WorkLimit } from '../http/work-limit.ts';
import type { OwnCalls } from '../proxy/own-calls.ts';
import type { EdgeToken } from '../proxy/edge-token.ts';
import type { Rollout } from '../rollout/rollout.ts';
import type { Tickets } from '../rollout/tickets.ts';
import type { EdgeSettings } from '../settings/settings.ts';
import type { createSiteCache } from './sites.ts';

/** Everything a request handler needs. */
export interface EdgeContext {
  settings: EdgeSettings;
  /** Origin of a healthy API. */
  api(): string;
  own: OwnCalls;
  /** What each client may cause. */
  work: WorkLimit;
  rollout: Rollout;
  edgeToken: EdgeToken;
  tickets: Tickets;
  sites: ReturnType<typeof createSiteCache>;
  pages: ReturnType<typeof createPageCache>;
  pictures: ReturnType<typeof createPictureCache>;
  log: FastifyBaseLogger;
}
