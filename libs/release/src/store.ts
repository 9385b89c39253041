import { createHash } from 'node:crypto';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { AreaPages } from '@cme/contract/site/pages';
import { LRUCache } from 'lru-cache';
import {
  type Application,
  isReleaseId,
  manifestFile,
  type ReleaseManifest,
  signatureFile,
  manifestError,
} from './manifest.ts';
import { isSigned, publicKeys } from './signature.ts';
import { createReleaseStorage, type StorageSettings } from './open-storage.ts';
import type { ReleaseStorage, StoredRelease } from './storage.ts';

/** Limit of verified bytes cached in memory, for all releases together. */
const maxCachedBytes = 64 * 1024 * 1024;
/** Files of one release read concurrently. */
const concurrency = 8;

export interface ReleaseSettings {
  storage: StorageSettings;
  /** Files of the public keys whose signatures are accepted. */
  publicKeys: string[];
}

/** A fully verified release. */
export interface Release {
  id: string;
  /** Local copy of what this process uses itself: server build and style sheets. */
  folder: string;
  manifest: ReleaseManifest;
}

/** The release is not signed by a known key or does not match its signature, and is not used. */
export class ReleaseRefusedError extends Error {}

export interface ReleaseStore {
  /** Verifies signature, identity and every hash; throws ReleaseRefused otherwise. */
  load(application: Application, id: string): Promise<Release>;
  /** One verified file; undefined when the release has no such file. */
  file(application: Application, id: string, path: string): Promise<Buffer | undefined>;
  manifest(application: Application, id: string): Promise<ReleaseManifest>;
  /** Newest first; not verified. */
  list(application: Application): Promise<StoredRelease[]>;
  close(): void;
}

export function createReleaseStore(settings: ReleaseSettings): ReleaseStore {
  const storage = createReleaseStorage(settings.storage);
  const manifests = new LRUCache<string, Promise<ReleaseManifest>>({ max: 200 });
  const bytes = new LRUCache<string, Buffer>({
    maxSize: maxCachedBytes,
    sizeCalculation: ({ length }) => length + 1,
  });
  const localFolder = mkdtempSync(join(tmpdir(), 'cme-releases-'));
  const clear = () => rmSync(localFolder, { recursive: true, force: true });
  process.once('exit', clear);

  function manifest(application: Application, id: string): Promise<ReleaseManifest> {
    const name = `${application}/${id}`;
    const cached = manifests.get(name);
    if (cached) return cached;
    const loading = readManifest(storage, settings.publicKeys, application, id);
    manifests.set(name, loading);
    loading.catch(() => manifests.delete(name));
    return loading;
  }

  async function file(application: Application, id: string, path: string) {
    const name = `${application}/${id}/${path}`;
    const cached = bytes.get(name);
    if (cached) return cached;
    const { files } = await manifest(application, id);
    const expected = Object.hasOwn(files, path) ? files[path] : undefined;
    if (!expected) return undefined;
    const stored = await storage.read(name);
    if (!stored) throw new ReleaseRefusedError(`${name}：文件缺失`);
    if (createHash('sha256').update(stored).digest('hex') !== expected.sha256)
      throw new ReleaseRefusedError(`${name}：内容已被改动`);
    bytes.set(name, stored);
    return stored;
  }

  async function load(application: Application, id: string): Promise<Release> {
    const stored = await manifest(application, id);
    const folder = join(localFolder, application, id);
    const remaining = Object.keys(stored.files);
    const worker = async () => {
      for (let path = remaining.pop(); path !== undefined; path = remaining.pop()) {
        // Read from storage, not from memory: the current content counts.
        bytes.delete(`${application}/${id}/${path}`);
        const content = await file(application, id, path);
        if (content && /^server\/|\.css$/.test(path)) writeLocal(join(folder, path), content);
      }
    };
    await Promise.all(Array.from({ length: concurrency }, worker));
    writeLocal(join(folder, 'package.json'), Buffer.from('{"type":"module"}'));
    return { id, folder, manifest: stored };
  }

  return {
    load,
    file,
    manifest,
    async list(application) {
      const stored = await storage.list(application);
      return stored
        .filter(({ id }) => isReleaseId(id))
        .sort((item, next) => next.at.localeCompare(item.at));
    },
    close() {
      process.off('exit', clear);
      clear();
    },
  };
}

/** The signed manifest. */
async function readManifest(
  storage: ReleaseStorage,
  keyFiles: string[],
  application: Application,
  id: string,
): Promise<ReleaseManifest> {
  const name = `${application}/${id}`;
  if (!isReleaseId(id)) throw new ReleaseRefusedError(`${name}：不是版本号`);
  const [text, signature] = await Promise.all(
    [manifestFile, signatureFile].map((file) => storage.read(`${name}/${file}`)),
  );
  if (!text) throw new ReleaseRefusedError(`${name}：没有这个版本`);
  if (!signature) throw new ReleaseRefusedError(`${name}：没有签名`);
  if (!isSigned(text, signature, publicKeys(keyFiles)))
    throw new ReleaseRefusedError(`${name}：签名不正确，或签名的密钥未被信任`);
  const stored = JSON.parse(text.toString('utf8')) as ReleaseManifest;
  const manifestFault = manifestError(stored, application, id);
  if (manifestFault) throw new ReleaseRefusedError(`${name}：${manifestFault}`);
  // Nothing is read of the pages but what was validated.
  return { ...stored, ...(stored.pages && { pages: AreaPages.parse(stored.pages) }) };
}

function writeLocal(path: string, content: Buffer): void {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, content, { mode: 0o600 });
}
