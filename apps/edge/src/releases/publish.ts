import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { CONTRACT_VERSION } from '@cme/contract';
import { makeRelease, type Making } from './make.ts';
import type { Application } from './manifest.ts';
import { publicFileOf, signingKey } from './signature.ts';

/** The pointer of one application, replaced as a whole. */
export interface Pointer {
  live: string;
  /** Releases that were live before, newest first. */
  previous: string[];
  at: string;
}

/** What a release is made with where nothing else is said: its folder, and the installation's own
 * key beside it. */
export function makingIn(root: string): Making {
  const keyFile = join(root, '../keys/release.pem');
  return {
    storage: { kind: 'folder', folder: root },
    key: signingKey(keyFile, true),
    publicKeys: [publicFileOf(keyFile)],
    origin: { version: '', commit: '', contract: CONTRACT_VERSION, commons: '' },
    schemas: {},
  };
}

/** Makes a release of a build and makes it live. */
export async function publish(
  root: string,
  application: Application,
  dist: string,
  making: Making = makingIn(root),
): Promise<{ id: string; fresh: boolean }> {
  const { manifest, isNew } = await makeRelease(application, dist, making);
  point(root, application, manifest.id);
  return { id: manifest.id, fresh: isNew };
}

/** Switches the pointer in one rename: a reader sees the old release or the new one, never half
 * of either. */
export function point(root: string, application: Application, id: string): void {
  const before = pointer(root, application);
  if (before?.live === id) return;
  mkdirSync(root, { recursive: true });
  const previous = before
    ? [before.live, ...before.previous.filter((one) => one !== before.live && one !== id)].slice(
        0,
        20,
      )
    : [];
  const next: Pointer = { live: id, previous, at: new Date().toISOString() };
  const half = join(root, `${application}.json.${process.pid}`);
  writeFileSync(half, JSON.stringify(next));
  renameSync(half, join(root, `${application}.json`));
}

export function pointer(root: string, application: Application): Pointer | undefined {
  const file = join(root, `${application}.json`);
  return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : undefined;
}
