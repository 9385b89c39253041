import type { FastifyInstance } from 'fastify';
import type { AppContext } from '../platform/context/context.ts';
import type { ReadDetail } from '../study/detail/detail.view.ts';
import { registerDetail } from './detail/detail.routes.ts';
import { registerPackage } from './detail/package.routes.ts';
import { registerHome } from './home/home.routes.ts';
import { registerSiteMap } from './home/site-map.routes.ts';
import { registerMyLearning } from './my/learning-list.routes.ts';
import { registerPersonalData } from './personal-data/personal-data.routes.ts';

export function registerScreenCalls(
  app: FastifyInstance,
  context: AppContext,
  readDetail: ReadDetail,
): void {
  registerMyLearning(app, context);
  registerHome(app, context);
  registerSiteMap(app, context);
  registerDetail(app, context, readDetail);
  registerPackage(app, context, readDetail);
  registerPersonalData(app, context);
}
