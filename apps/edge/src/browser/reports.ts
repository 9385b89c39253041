import type { FastifyInstance } from 'fastify';
import { readBody, skipBodyParsing } from '../http/body.ts';

/** Reports logged per minute, so that one misbehaving page cannot flood the log. */
const limit = 60;
const largest = 16_384;

/**
 * Receives CSP violation reports. Logs the directive, the blocked address and the page, without
 * query strings and personal data.
 */
export function registerReports(app: FastifyInstance): void {
  let minute = 0;
  let count = 0;
  app.register(async (scope) => {
    skipBodyParsing(scope);
    scope.post('/edge/report', async (request, reply) => {
      const body = await readBody(request.raw, largest);
      const now = Math.floor(Date.now() / 60_000);
      count = now === minute ? count + 1 : 1;
      minute = now;
      if (count <= limit) request.log.warn({ report: summary(body.toString()) }, 'CSP violation');
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
