import { fetchAs } from '@cme/commons/api-client/node';
import { direct } from './origins.ts';

/** Requests these pages without a pause, from start() to stop(). */
export function createLoad(pages: readonly (readonly [origin: string, path: string])[]) {
  const failed: string[] = [];
  let requestCount = 0;
  let isRunning = false;
  let workers: Promise<void>[] = [];
  const sendRequests = async (worker: number) => {
    while (isRunning) {
      const [origin, path] = pages[(requestCount + worker) % pages.length] ?? ['', '/'];
      requestCount += 1;
      const fetchPage = fetchAs(direct.hostOf(origin));
      const response = await fetchPage(direct.address + path).catch(String);
      const problem =
        typeof response === 'string' ? response : response.status < 400 ? '' : response.status;
      if (problem) failed.push(`${origin}${path}: ${problem}`);
      if (typeof response !== 'string') await response.arrayBuffer();
    }
  };
  return {
    start() {
      isRunning = true;
      workers = [0, 1, 2, 3].map(sendRequests);
    },
    async stop() {
      isRunning = false;
      await Promise.all(workers);
      return { asked: requestCount, failed };
    },
  };
}
