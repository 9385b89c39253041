import type { FastifyInstance } from 'fastify';

/** So many a minute are written down; a page that complains without end must not fill the log. */
const most = 60;

/** Browsers tell here what the content rules of a page have refused. Only what was refused and where is kept: no
 * address with its query, nothing of a person. */
export function registerReports(app: FastifyInstance): void {
  let minute = 0;
  let count = 0;
  app.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('*', { parseAs: 'string', bodyLimit: 16_384 }, (_, body, done) => done(null, body));
    scope.post('/edge/report', (request, reply) => {
      const now = Math.floor(Date.now() / 60_000);
      count = now === minute ? count + 1 : 1;
      minute = now;
      if (count <= most) request.log.warn({ report: summary(String(request.body)) }, 'refused by a page');
      return reply.code(204).send();
    });
  });
}

function summary(body: string): Record<string, string> {
  const word = (name: string) => new RegExp(`"${name}"\\s*:\\s*"([^"?#]{0,200})`).exec(body)?.[1] ?? '';
  return { rule: word('effective-directive') || word('violated-directive') || word('effectiveDirective'), refused: word('blocked-uri') || word('blockedURL'), page: word('document-uri') || word('documentURL') };
}
