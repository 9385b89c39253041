import { fetchAs } from '@cme/commons/api-client/node';
import { direct } from './places.ts';

/** Requests these pages without a pause, from start() to stop(). */
export function openLoad(pages: readonly (readonly [origin: string, path: string])[]) {
  const failed: string[] = [];
  let asked = 0;
  let isOn = false;
  let workers: Promise<void>[] = [];
  const work = async (at: number) => {
    while (isOn) {
      const [origin, path] = pages[(asked + at) % pages.length] ?? ['', '/'];
      asked += 1;
      const ask = fetchAs(direct.hostOf(origin));
      const answer = await ask(direct.address + path).catch(String);
      const wrong = typeof answer === 'string' ? answer : answer.status < 400 ? '' : answer.status;
      if (wrong) failed.push(`${origin}${path}: ${wrong}`);
      if (typeof answer !== 'string') await answer.arrayBuffer();
    }
  };
  return {
    start() {
      isOn = true;
      workers = [0, 1, 2, 3].map(work);
    },
    async stop() {
      isOn = false;
      await Promise.all(workers);
      return { asked, failed };
    },
  };
}
