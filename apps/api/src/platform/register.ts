import type { FastifyInstance } from 'fastify';
import type { AppContext } from './context/context.ts';
import { registerDocs } from './http/docs/docs.ts';
import { checkFilePaths } from './http/file-paths.ts';
import { registerHealth } from './http/health.ts';
import { registerStatic } from './http/static-files.ts';

export async function registerPlatformCalls(
  app: FastifyInstance,
  context: AppContext,
): Promise<void> {
  checkFilePaths(app);
  registerHealth(app, context);
  registerDocs(app);
  await registerStatic(app);
}
