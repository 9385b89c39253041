import { networkOf } from '@cme/contract/site/network';
import type { EncodedPage } from '../http/encoding.ts';
import { TooMuchWorkError, VisitorRefusedError, type WorkLimit } from '../http/work-limit.ts';
import { createRefreshingCache } from './refreshing-cache.ts';

export interface CachedPage extends EncodedPage {
  /** A shell instead of the rendered page, because rendering it failed. */
  isFailed?: boolean;
}

/** Seconds for which a visitor gets only cached pages after the API has refused their calls. */
const refusedSeconds = 10;
/** Times that a page is made in one's own name, because making it in another's was refused. */
const mostAttempts = 3;

/**
 * Anonymous pages. A reader gets a page that is at most 35 s old, and after 5 s each request starts
 * to render its successor. Failures are not cached, and no shell replaces a rendered page. Making a
 * page is limited by client, getting one is not.
 */
export function createPageCache(limit: WorkLimit) {
  const pages = createRefreshingCache<CachedPage>(
    { fresh: 5000, stale: 30_000, max: 400 },
    ({ status, isFailed }, before) => status < 500 && !(isFailed && before),
  );

  function get(key: string, visitor: string, make: () => Promise<CachedPage>) {
    const making = () =>
      make().catch((fault: unknown) => {
        if (!(fault instanceof VisitorRefusedError)) throw fault;
        throw limit.pause(visitor, refusedSeconds);
      });
    // Nobody waits for a page behind the other pages of whoever asked for it first.
    return pages.has(key)
      ? pages.get(key, () => limit.run(visitor, making))
      : limit.run(visitor, () => pages.get(key, making));
  }

  return {
    get size() {
      return pages.size;
    },
    /** Throws `TooMuchWorkError` if the page must be made and the visitor has caused too much work. */
    async get(key: string, visitor: string, make: () => Promise<CachedPage>): Promise<CachedPage> {
      for (let attempt = 1; ; attempt += 1) {
        try {
          return await get(key, visitor, make);
        } catch (fault) {
          const isOfAnother =
            fault instanceof TooMuchWorkError && fault.client !== networkOf(visitor);
          if (!isOfAnother || attempt === mostAttempts) throw fault;
        }
      }
    },
  };
}
