import type { FastifyInstance } from 'fastify';
import type { AppContext } from '../platform/context/context.ts';
import { registerTally } from './catalogue/home/tally.job.ts';
import { registerCollection } from './collection/collection.routes.ts';
import { registerHelp } from './help/help.routes.ts';
import { registerNews } from './news/news.routes.ts';
import { registerSearch } from './search/search.routes.ts';
import { registerTranscode } from './transcode/transcode.routes.ts';

export function registerContentCalls(app: FastifyInstance, context: AppContext): void {
  registerTally(app, context);
  registerNews(app, context);
  registerHelp(app, context);
  registerTranscode(app, context);
  registerSearch(app, context);
  registerCollection(app, context);
}
