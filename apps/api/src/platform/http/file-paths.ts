import { fileWords, isFilePath } from '@cme/contract/site/file-paths';
import type { FastifyInstance } from 'fastify';

/** Not files for a browser: documents for other systems, and what the ingest server reports. */
const otherPaths = /^\/qm\/(api|badges|ingest)\//;

/** Refuses to start with a route of files that an edge would not forward on the files host. */
export function checkFilePaths(app: FastifyInstance): void {
  app.addHook('onRoute', ({ url }) => {
    if (url.startsWith('/qm/') && !isFilePath(url) && !otherPaths.test(url))
      throw new Error(`${url} is none of the file paths of the contract: ${fileWords.join(', ')}`);
  });
}
