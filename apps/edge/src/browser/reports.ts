import { networkOf } from '@cme/contract/site/network';
import type { FastifyInstance } from 'fastify';
import { clientOf } from '../http/client.ts';
import { readBody, skipBodyParsing } from '../http/body.ts';

/** Reports logged per minute: so many that the log stays readable, and only a few of one client. */
const limits = { all: 300, ofClient: 10 };
const largest = 16_384;

/**
 * Receives CSP violation reports. Logs the directive, the blocked address and the page, without
 * query strings and personal data.
 */
export function registerReports(app: FastifyInstance): void {
  let minute = 0;
  let logged = 0;
  const ofClient = new Map<string, number>();

  /** Whether this report is logged. A client beyond its own limit takes nothing from others. */
  function take(client: string): boolean {
    const now = Math.floor(Date.now() / 60_000);
    if (now !== minute) {
      minute = now;
      logged = 0;
      ofClient.clear();
    }
    const own = ofClient.get(client) ?? 0;
    if (logged >= limits.all || own >= limits.ofClient) return false;
    ofClient.set(client, own + 1);
    logged += 1;
    return true;
  }

  app.register(async (scope) => {
    skipBodyParsing(scope);
    scope.post('/edge/report', async (request, reply) => {
      const body = await readBody(request.raw, largest);
      if (take(networkOf(clientOf(request).address)))
        request.log.warn({ report: summary(body.toString()) }, 'CSP violation');
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
