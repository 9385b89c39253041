import type { FastifyRequest } from 'fastify';
import type { Site } from '../sites/site.store.ts';

interface CachedReply {
  site: Site;
  host: string | undefined;
  until: number;
  making: Promise<Buffer>;
  bytes?: Buffer;
}

/**
 * Cache of one call's replies, shared by everyone on a site who sends the same form. The key is the
 * form's record, which `createFormCache` keeps identical for the same text.
 */
export function createReplyCache(milliseconds: number) {
  const cache = new WeakMap<object, CachedReply>();
  const findFreshReply = ({ body, headers }: FastifyRequest) => {
    const cached = isRecord(body) ? cache.get(body) : undefined;
    return cached && cached.host === headers.host && performance.now() < cached.until
      ? cached
      : undefined;
  };
  return {
    /**
     * The cached reply for an anonymous request. Not for a learner, since every call extends the
     * session, and not for a closed site, which requires sign-in.
     */
    find(request: FastifyRequest): Buffer | undefined {
      const cached = request.headers['x-token'] === undefined ? findFreshReply(request) : undefined;
      return cached?.site.isOpenOutsideWorld === 'N' ? undefined : cached?.bytes;
    },
    /** Concurrent requests wait for the reply being computed. */
    get(
      request: FastifyRequest,
      site: Site,
      make: () => Promise<Buffer | string>,
    ): Promise<Buffer> {
      const cached = findFreshReply(request);
      if (cached) return cached.making;
      const making = make().then((text) => (entry.bytes = Buffer.from(text)));
      const entry: CachedReply = {
        site,
        host: request.headers.host,
        until: performance.now() + milliseconds,
        making,
      };
      const { body } = request;
      if (!isRecord(body)) return making;
      cache.set(body, entry);
      making.catch(() => cache.delete(body));
      return making;
    },
  };
}

const isRecord = (body: unknown): body is object => typeof body === 'object' && body !== null;
