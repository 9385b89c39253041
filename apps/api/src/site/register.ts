import type { FastifyInstance } from 'fastify';
import type { AppContext } from '../platform/context/context.ts';
import { registerArea } from './area/area.routes.ts';
import { registerPage } from './page/page.routes.ts';
import type { OperatorOf } from './rollout/access.ts';
import { registerRollout } from './rollout/rollout.routes.ts';
import { type ReadEmptyPaths, registerSite } from './site/site.routes.ts';

export function registerSiteCalls(
  app: FastifyInstance,
  context: AppContext,
  operatorOf: OperatorOf,
  readEmptyPaths: ReadEmptyPaths,
): void {
  registerRollout(app, context, operatorOf);
  registerSite(app, context, readEmptyPaths);
  registerPage(app, context);
  registerArea(app, context);
}
