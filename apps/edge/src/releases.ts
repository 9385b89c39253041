import { existsSync, mkdirSync, readFileSync, watch, type FSWatcher } from 'node:fs';
import { join } from 'node:path';

export const applications = ['portal', 'player', 'user-centre', 'commons'] as const;
export type Application = (typeof applications)[number];

export interface Files {
  js: string[];
  css: string[];
}

/** What a published build says about itself; written when it is published, read by the edge.
 * Paths are relative to the release's folder; `pages` are the lazily loaded pages by the name of
 * their chunk. */
export interface Bill {
  /** What starts on its own domain: entry, and the shared modules that it asks for at once. */
  web?: Files & { shared: string[]; pages: Record<string, Files> };
  /** What another domain mounts: the container's entry and the files of what it exposes. */
  area?: { entry: string; files: string[]; pages: Record<string, Files> };
}

export interface Release {
  id: string;
  folder: string;
  bill: Bill;
}

export interface Releases {
  live(application: Application): Release | undefined;
  /** Called with the application whose pointer has moved. */
  onSwitch(listener: (application: Application) => void): void;
  close(): void;
}

/** Reads the pointers once and again whenever one is replaced; a release that is there once never
 * changes. */
export function openReleases(root: string): Releases {
  mkdirSync(root, { recursive: true });
  const live = new Map<Application, Release>();
  const listeners: ((application: Application) => void)[] = [];
  const look = (application: Application) => {
    const found = readRelease(root, application);
    if (!found || live.get(application)?.id === found.id) return;
    live.set(application, found);
    for (const tell of listeners) tell(application);
  };
  applications.forEach(look);
  const watcher: FSWatcher = watch(root, (_, name) => {
    const application = applications.find((one) => name === `${one}.json`);
    if (application) look(application);
  });
  return {
    live: (application) => live.get(application),
    onSwitch: (listener) => void listeners.push(listener),
    close: () => watcher.close(),
  };
}

function readRelease(root: string, application: Application): Release | undefined {
  try {
    const { live } = JSON.parse(readFileSync(join(root, `${application}.json`), 'utf8')) as {
      live: string;
    };
    const folder = join(root, application, live);
    const bill = join(folder, 'bill.json');
    return existsSync(bill)
      ? { id: live, folder, bill: JSON.parse(readFileSync(bill, 'utf8')) }
      : undefined;
  } catch {
    return undefined;
  }
}
