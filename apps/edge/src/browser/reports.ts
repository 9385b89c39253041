import { networkOf } from '@cme/contract/site/network';
import type { FastifyInstance } from 'fastify';
import { clientOf } from '../http/client.ts';
import { readBody, skipBodyParsing } from '../http/body.ts';

const largest = 16_384;

/**
 * Which reports of a minute are logged: so many that the log stays readable, and only a few of one
 * client, who then takes nothing from others.
 */
export function createReportLimit(limits = { all: 300, ofClient: 10 }) {
  let minute = 0;
  let logged = 0;
  const ofClient = new Map<string, number>();
  return function take(address: string, now: number): boolean {
    if (Math.floor(now / 60_000) !== minute) {
      minute = Math.floor(now / 60_000);
      logged = 0;
      ofClient.clear();
    }
    const client = networkOf(address);
    const own = ofClient.get(client) ?? 0;
    if (logged >= limits.all || own >= limits.ofClient) return false;
    ofClient.set(client, own + 1);
    logged += 1;
    return true;
  };
}

/**
 * Receives CSP violation reports. Logs the directive, the blocked address and the page, without
 * query strings and personal data.
 */
export function registerReports(app: FastifyInstance): void {
  const take = createReportLimit();
  app.register(async (scope) => {
    skipBodyParsing(scope);
    scope.post('/edge/report', async (request, reply) => {
      const body = await readBody(request.raw, largest);
      if (take(clientOf(request).address, Date.now()))
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
