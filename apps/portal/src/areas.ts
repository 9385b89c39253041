import { loadRemote } from '@module-federation/enhanced/runtime';
import type { Area } from '@cme/shell';

/** Loading timeout in milliseconds before an area counts as unavailable. */
const timeoutMs = 4000;

/** Delays before retries in milliseconds. */
const retryDelays = [400, 1600];

/** Loads the routes of an area that this domain mounts. A failed load is not cached. */
export async function loadArea(name: string): Promise<Area['routes']> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const timeout = new Promise<never>(
    (_, fail) => (timer = setTimeout(fail, timeoutMs, new Error(`${name}: no answer`))),
  );
  try {
    return (await Promise.race([loadWithRetry(name), timeout])).routes;
  } finally {
    clearTimeout(timer);
  }
}

async function loadWithRetry(name: string, attempts = 0): Promise<Area> {
  try {
    const loaded = await loadRemote<{ area?: Area }>(`${name}/area`);
    if (!loaded?.area) throw new Error(`${name}: empty`);
    return loaded.area;
  } catch (error) {
    const pause = retryDelays[attempts];
    if (pause === undefined) throw error;
    await new Promise((resolve) => setTimeout(resolve, pause));
    return loadWithRetry(name, attempts + 1).catch(() => {
      // A module that has thrown is empty at the next attempt: only the first error tells why.
      throw error;
    });
  }
}
