import type { FastifyBaseLogger, FastifyInstance } from 'fastify';
import { LRUCache } from 'lru-cache';
import { collect, leaveBodies } from '../http/body.ts';
import { clientOf } from '../http/client.ts';
import type { AskRollout } from './api.ts';
import { countsOf, openSums, Told } from './health.rules.ts';

const largest = 4096;
/** Rows sent per call. */
const mostRows = 500;
const interval = 2000;
const patience = 5000;
/**
 * Reports per minute and address: enough for a hospital behind one address, too few for one client
 * to dominate the result.
 */
const mostOfAddress = 60;

interface Sources {
  ask: AskRollout;
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
  const sums = openSums();
  const heard = new LRUCache<string, number>({ max: 50_000, ttl: 60_000 });
  const closing = new AbortController();
  let isSending = false;
  let isAway = false;

  async function send(): Promise<void> {
    if (isSending) return;
    const rows = sums.take(mostRows);
    if (rows.length === 0) return;
    isSending = true;
    try {
      const signal = AbortSignal.any([closing.signal, AbortSignal.timeout(patience)]);
      await ask('counts', countsOf(edge, rows), signal);
      isAway = false;
    } catch (fault) {
      sums.giveBack(rows);
      if (!isAway) log.warn({ fault }, 'health of pages not told, kept for later');
      isAway = true;
    } finally {
      isSending = false;
    }
  }

  const timer = setInterval(() => void send(), interval).unref();
  app.addHook('onClose', async () => {
    clearInterval(timer);
    closing.abort();
  });
  void app.register(async (scope) => {
    leaveBodies(scope);
    scope.post('/edge/health', async (request, reply) => {
      const body = await collect(request.raw, largest);
      const { address } = clientOf(request);
      const number = (heard.get(address) ?? 0) + 1;
      heard.set(address, number, { ttl: heard.getRemainingTTL(address) || 60_000 });
      const told = Told.safeParse(jsonOf(body));
      if (!told.success) return reply.code(400).send();
      const { host } = request.headers;
      if (number <= mostOfAddress)
        sums.add(told.data, new Date(), { isKnown, siteOf: (area) => siteOf(area, host) });
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
