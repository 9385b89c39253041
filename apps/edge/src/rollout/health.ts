import type { FastifyBaseLogger, FastifyInstance } from 'fastify';
import { LRUCache } from 'lru-cache';
import { readBody, skipBodyParsing } from '../http/body.ts';
import { clientOf } from '../http/client.ts';
import type { CallRollout } from './client.ts';
import { countsOf, createHealthSums, HealthReport } from './health.rules.ts';

const maxBytes = 4096;
/** Rows sent per call. */
const maxRows = 500;
const intervalMs = 2000;
const timeoutMs = 5000;
/**
 * Reports per minute and address: enough for a hospital behind one address, too few for one client
 * to dominate the result.
 */
const maxReportsPerAddress = 60;

interface Sources {
  ask: CallRollout;
  edge: string;
  isKnown(release: string): boolean;
  /** The domain of this host if it has its own release of this area; otherwise empty. */
  siteOf(area: string, host: string | undefined): string;
  log: Pick<FastifyBaseLogger, 'warn'>;
}

/** Receives page health reports and sends their sums to the API, which compares releases. */
export function registerPageHealth(
  app: FastifyInstance,
  { ask, edge, isKnown, siteOf, log }: Sources,
): void {
  const sums = createHealthSums();
  const reportsByAddress = new LRUCache<string, number>({ max: 50_000, ttl: 60_000 });
  const closing = new AbortController();
  let isSending = false;
  let isApiDown = false;

  async function send(): Promise<void> {
    if (isSending) return;
    const rows = sums.take(maxRows);
    if (rows.length === 0) return;
    isSending = true;
    try {
      const signal = AbortSignal.any([closing.signal, AbortSignal.timeout(timeoutMs)]);
      await ask('counts', countsOf(edge, rows), signal);
      isApiDown = false;
    } catch (fault) {
      sums.giveBack(rows);
      if (!isApiDown) log.warn({ fault }, 'page health not sent, buffered');
      isApiDown = true;
    } finally {
      isSending = false;
    }
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
      const { address } = clientOf(request);
      const number = (reportsByAddress.get(address) ?? 0) + 1;
      reportsByAddress.set(address, number, {
        ttl: reportsByAddress.getRemainingTTL(address) || 60_000,
      });
      const report = HealthReport.safeParse(jsonOf(body));
      if (!report.success) return reply.code(400).send();
      const { host } = request.headers;
      if (number <= maxReportsPerAddress)
        sums.add(report.data, new Date(), { isKnown, siteOf: (area) => siteOf(area, host) });
      return reply.code(204).send();
    });
  });
}

function jsonOf(body: Buffer): unknown {
  try {
    return JSON.parse(body.toString('utf8'));
  } catch {
    return undefined;
  }
}
