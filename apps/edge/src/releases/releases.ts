import { type FSWatcher, mkdirSync, watch } from 'node:fs';
import type { FastifyBaseLogger } from 'fastify';
import { type Application, applications } from './manifest.ts';
import { pointer } from './publish.ts';
import type { Release, ReleaseStore } from './store.ts';

export interface Releases {
  live(application: Application): Release | undefined;
  /** Called with the application whose pointer has moved. */
  onSwitch(listener: (application: Application) => void): void;
  /** Resolves when what was live at the start has been loaded. */
  ready: Promise<unknown>;
  close(): void;
}

/** Reads the pointers once and again whenever one is replaced; a release never changes. One that
 * is refused never becomes live: what was live stays. */
export function openReleases(
  root: string,
  store: ReleaseStore,
  log: Pick<FastifyBaseLogger, 'error'>,
): Releases {
  mkdirSync(root, { recursive: true });
  const live = new Map<Application, Release>();
  const listeners: ((application: Application) => void)[] = [];
  const reload = async (application: Application) => {
    const id = pointer(root, application)?.live;
    if (!id || live.get(application)?.id === id) return;
    try {
      const found = await store.load(application, id);
      if (pointer(root, application)?.live !== id) return;
      live.set(application, found);
      for (const listener of listeners) listener(application);
    } catch (fault) {
      log.error({ application, release: id, fault }, 'release refused');
    }
  };
  const ready = Promise.all(applications.map(reload));
  const watcher: FSWatcher = watch(root, (_, name) => {
    const application = applications.find((one) => name === `${one}.json`);
    if (application) void reload(application);
  });
  return {
    live: (application) => live.get(application),
    onSwitch: (listener) => void listeners.push(listener),
    ready,
    close: () => watcher.close(),
  };
}
