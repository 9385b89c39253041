import type { FastifyInstance } from 'fastify';
import { collect, leaveBodies } from '../http/body.ts';

/** So many a minute are written down; a page that complains without end must not fill the log. */
const most = 60;
const largest = 16_384;

/** Browsers tell here what the content rules of a page have refused. Only what was refused and
 * where is kept: no address with its query, nothing of a person. */
export function registerReports(app: FastifyInstance): void {
  let minute = 0;
  let count = 0;
  app.register(async (scope) => {
    leaveBodies(scope);
    scope.post('/edge/report', async (request, reply) => {
      const body = await collect(request.raw, largest);
      const now = Math.floor(Date.now() / 60_000);
      count = now === minute ? count + 1 : 1;
      minute = now;
      if (count <= most)
        request.log.warn({ report: summary(body.toString()) }, 'refused by a page');
      return reply.code(204).send();
    });
  });
}

function summary(body: string): Record<string, string> {
  const word = (name: string) =>
    new RegExp(`"${name}"\\s*:\\s*"([^"?#]{0,200})`).exec(body)?.[1] ?? '';
  return {
    rule: word('effective-directive') || word('violated-directive') || word('effectiveDirective'),
    refused: word('blocked-uri') || word('blockedURL'),
    page: word('document-uri') || word('documentURL'),
  };
}
