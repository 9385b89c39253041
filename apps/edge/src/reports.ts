import type { FastifyInstance } from 'fastify';

const longest = 2000;

/** Takes what browsers complain about (broken content rules) into the log; anybody may send anything, so it is cut short. */
export function registerReports(app: FastifyInstance): void {
  app.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('*', { parseAs: 'string', bodyLimit: 16_384 }, (_, body, done) => done(null, body));
    scope.post('/edge/report', async (request, reply) => {
      request.log.warn({ report: String(request.body ?? '').slice(0, longest) }, 'reported by a browser');
      return reply.code(204).send();
    });
  });
}
