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
export interface ReleaseManifest {
  /** What starts on its own domain. */
  web?: Files & { pages: Record<string, Files> };
  /** What another domain mounts: the container's entry and the files of what it exposes. */
  area?: { entry: string; files: string[]; pages: Record<string, Files> };
}

export interface Release {
  id: string;
  folder: string;
  manifest: ReleaseManifest;
}

export interface Releases {
  live(application: Application): Release | undefined;
  /** Called with the application whose pointer has moved. */
  onSwitch(listener: (application: Application) => void): void;
  close(): void;
}

/** Reads the pointers once and again whenever one is replaced; a release never
 * changes. */
export function openReleases(root: string): Releases {
  mkdirSync(root, { recursive: true });
  const live = new Map<Application, Release>();
  const listeners: ((application: Application) => void)[] = [];
  const reload = (application: Application) => {
    const found = readRelease(root, application);
    if (!found || live.get(application)?.id === found.id) return;
    live.set(application, found);
    for (const listener of listeners) listener(application);
  };
  applications.forEach(reload);
  const watcher: FSWatcher = watch(root, (_, name) => {
    const application = applications.find((one) => name === `${one}.json`);
    if (application) reload(application);
  });
  return {
    live: (application) => live.get(application),
    onSwitch: (listener) => void listeners.push(listener),
    close: () => watcher.close(),
  };
}

/** Releases that were published before have it under the older name. */
const manifestNames = ['manifest.json', 'bill.json'];

function readRelease(root: string, application: Application): Release | undefined {
  try {
    const { live } = JSON.parse(readFileSync(join(root, `${application}.json`), 'utf8')) as {
      live: string;
    };
    const folder = join(root, application, live);
    const file = manifestNames.map((name) => join(folder, name)).find(existsSync);
    if (!file) return undefined;
    return { id: live, folder, manifest: JSON.parse(readFileSync(file, 'utf8')) };
  } catch {
    return undefined;
  }
}
