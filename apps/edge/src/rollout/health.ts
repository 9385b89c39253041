import type { IncomingHttpHeaders } from 'node:http';
import type { FastifyBaseLogger, FastifyInstance } from 'fastify';
import { LRUCache } from 'lru-cache';
import { readBody, skipBodyParsing } from '../http/body.ts';
import type { CallRollout } from './client.ts';
import { createReportQueue, HealthReport } from './health.rules.ts';
import type { Tickets } from './tickets.ts';

const maxBytes = 4096;
/** Reports sent per call. */
const maxReports = 500;
const intervalMs = 2000;
const timeoutMs = 5000;
/** Reports per minute and network: a verdict counts networks, so more would be useless work. */
const maxReportsPerNetwork = 60;

interface Sources {
  callRollout: CallRollout;
  edge: string;
  tickets: Pick<Tickets, 'read'>;
  log: Pick<FastifyBaseLogger, 'warn'>;
}

/** Receives page health reports and sends them to the API, which compares releases. */
export function registerPageHealth(
  app: FastifyInstance,
  { callRollout, edge, tickets, log }: Sources,
): void {
  const queue = createReportQueue({ told: 200_000, waiting: 20_000 });
  const reportsByNetwork = new LRUCache<string, number>({ max: 50_000, ttl: 60_000 });
  const closing = new AbortController();
  let isSending = false;
  let isApiDown = false;

  async function send(): Promise<void> {
    if (isSending) return;
    const reports = queue.take(maxReports);
    if (reports.length === 0) return;
    isSending = true;
    try {
      const signal = AbortSignal.any([closing.signal, AbortSignal.timeout(timeoutMs)]);
      await callRollout('counts', { edge, rows: [], reports }, signal);
      isApiDown = false;
    } catch (fault) {
      queue.giveBack(reports);
      if (!isApiDown) log.warn({ fault }, 'page health not sent, buffered');
      isApiDown = true;
    } finally {
      isSending = false;
    }
  }

  function isWithinLimit(network: string): boolean {
    const number = (reportsByNetwork.get(network) ?? 0) + 1;
    const ttl = reportsByNetwork.getRemainingTTL(network) || 60_000;
    reportsByNetwork.set(network, number, { ttl });
    return number <= maxReportsPerNetwork;
  }

  const timer = setInterval(() => void send(), intervalMs).unref();
  app.addHook('onClose', async () => {
    clearInterval(timer);
    closing.abort();
  });
  void app.register(async (scope) => {
    skipBodyParsing(scope);
    scope.post('/edge/health', async (request, reply) => {
      const body = await readBody(request.raw, maxBytes);
      if (!isFromOwnPage(request.headers)) return reply.code(403).send();
      const report = HealthReport.safeParse(jsonOf(body));
      if (!report.success) return reply.code(400).send();
      const ticket = await tickets.read(report.data.ticket ?? '');
      if (ticket && isWithinLimit(ticket.network)) queue.add(report.data, ticket);
      return reply.code(204).send();
    });
  });
}

/** Browsers always name the origin of a beacon. A proxy in front may have changed the scheme. */
function isFromOwnPage(headers: IncomingHttpHeaders): boolean {
  const isSameOrigin = (headers['sec-fetch-site'] ?? 'same-origin') === 'same-origin';
  const from = URL.parse(headers.origin ?? '');
  return isSameOrigin && from !== null && from.host === headers.host?.toLowerCase();
}

function jsonOf(body: Buffer): unknown {
  try {
    return JSON.parse(body.toString('utf8'));
  } catch {
    return undefined;
  }
}
