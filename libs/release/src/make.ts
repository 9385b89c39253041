import { createHash, type KeyObject, randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { builtFiles, federatedOf, startFilesOf } from './build-files.ts';
import {
  type Application,
  contractFile,
  releaseIdOf,
  manifestFile,
  type Origin,
  type ReleaseManifest,
  signatureFile,
  type StartFiles,
  manifestError,
} from './manifest.ts';
import { signatureOf } from './signature.ts';
import { createReleaseStorage, type StorageSettings } from './open-storage.ts';
import { createReleaseStore, ReleaseRefusedError } from './store.ts';

export interface ReleaseOptions {
  storage: StorageSettings;
  key: KeyObject;
  /** Public keys that an existing release of the same content may be signed with. */
  publicKeys: string[];
  /** Facts about the source. The schemas of the calls in use are added to the release. */
  origin: Omit<Origin, 'calls'>;
  schemas: Record<string, unknown>;
  /** Exports of shared libraries that are only partly built in, by module name. */
  sharedExports?: Record<string, string[]>;
  /** Cache of compressed files by content hash, since most files do not change between releases. */
  compressedFiles?: string;
}

export interface ReleaseResult {
  manifest: ReleaseManifest;
  /** False when a release with this content already existed; it is left untouched. */
  isNew: boolean;
}

/** Creates an immutable release of a build, named by its content. Does not activate it. */
export async function makeRelease(
  application: Application,
  dist: string,
  { storage, key, publicKeys, origin, schemas, sharedExports, compressedFiles }: ReleaseOptions,
): Promise<ReleaseResult> {
  const paths = builtFiles(dist);
  // A build that is still being written must not become an empty release.
  if (paths.length === 0) throw new Error(`${application} 还没有构建结果：${dist}`);
  const contents = new Map(paths.map((path) => [path, readFileSync(join(dist, path))]));
  const used = callsUsedBy(contents, schemas);
  contents.set(contractFile, Buffer.from(JSON.stringify(used)));
  const id = releaseIdOf(hashed(contents));
  const found = await findVerified({ storage, publicKeys }, application, id);
  if (found) return { manifest: found, isNew: false };
  const start = startFilesOf(dist);
  const files = await withCompressedFiles(contents, firstViewFiles(start), compressedFiles);
  const digests = Object.entries(used).map(([path, schema]) => [
    path,
    sha256(Buffer.from(JSON.stringify(schema))).slice(0, 16),
  ]);
  const manifest: ReleaseManifest = {
    format: 1,
    application,
    id,
    ...origin,
    calls: Object.fromEntries(digests),
    ...federatedOf(dist, sharedExports),
    ...start,
    files: hashed(files),
  };
  const manifestFault = manifestError(manifest, application, id);
  if (manifestFault) throw new Error(`${application}：${manifestFault}`);
  const text = Buffer.from(JSON.stringify(manifest));
  files.set(manifestFile, text);
  files.set(signatureFile, signatureOf(text, key));
  await createReleaseStorage(storage).put(`${application}/${id}`, files);
  return { manifest, isNew: true };
}

/** The existing release under this name if it is fully valid; otherwise it is made again. */
async function findVerified(
  settings: Pick<ReleaseOptions, 'storage' | 'publicKeys'>,
  application: Application,
  id: string,
): Promise<ReleaseManifest | undefined> {
  const store = createReleaseStore(settings);
  try {
    return (await store.load(application, id)).manifest;
  } catch (fault) {
    if (fault instanceof ReleaseRefusedError) return undefined;
    throw fault;
  } finally {
    store.close();
  }
}

/**
 * A call counts as used if its path appears in the browser code: the bundler has removed everything
 * unused.
 */
function callsUsedBy(
  contents: Map<string, Buffer>,
  schemas: Record<string, unknown>,
): Record<string, unknown> {
  const code = [...contents].filter(([path]) => path.endsWith('.js')).map(([, bytes]) => bytes);
  const mentioned = new Set(
    code.flatMap((bytes) => bytes.toString('utf8').match(/(?<=["'`])\/qm\/api\/[\w/-]+/g) ?? []),
  );
  return Object.fromEntries(
    Object.entries(schemas)
      .filter(([path]) => mentioned.has(path))
      .sort(([a], [b]) => (a < b ? -1 : 1)),
  );
}

/** Files of every first view. */
const firstViewFiles = ({ web, area }: StartFiles) =>
  new Set([
    ...(web?.js ?? []),
    ...Object.values(web?.pages ?? {}).flatMap(({ js }) => js),
    area?.entry,
    ...(area?.files ?? []),
  ]);

const sha256 = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex');

const hashed = (contents: Map<string, Buffer>): ReleaseManifest['files'] =>
  Object.fromEntries(
    [...contents]
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([path, bytes]) => [path, { sha256: sha256(bytes), bytes: bytes.length }]),
  );

const brotli = promisify(brotliCompress);
const gzipped = promisify(gzip);

/**
 * Compresses files once at release time, so that serving never compresses. First-view files get the
 * highest quality.
 */
async function withCompressedFiles(
  contents: Map<string, Buffer>,
  first: Set<string | undefined>,
  cacheFolder: string | undefined,
): Promise<Map<string, Buffer>> {
  const files = new Map(contents);
  const compress = async ([path, sourceBytes]: [string, Buffer]) => {
    const quality = first.has(path) ? 11 : 9;
    const params = {
      [constants.BROTLI_PARAM_QUALITY]: quality,
      [constants.BROTLI_PARAM_SIZE_HINT]: sourceBytes.length,
    };
    const digest = sha256(sourceBytes);
    const cached = (kind: string, make: () => Promise<Buffer>) =>
      cacheFolder ? readOrCreate(join(cacheFolder, `${digest}.${kind}`), make) : make();
    files.set(`${path}.br`, await cached(`${quality}.br`, () => brotli(sourceBytes, { params })));
    files.set(`${path}.gz`, await cached('gz', () => gzipped(sourceBytes, { level: 9 })));
  };
  const isServed = (path: string) => /^(web|area)\/.*\.(m?js|css|svg|json|txt|wasm)$/.test(path);
  await Promise.all([...contents].filter(([path]) => isServed(path)).map(compress));
  return files;
}

/**
 * Returns the cached file, or creates it. Written under a temporary name and renamed, because other
 * processes may write the same file.
 */
async function readOrCreate(file: string, make: () => Promise<Buffer>): Promise<Buffer> {
  const found = await readFile(file).catch(() => undefined);
  if (found) return found;
  const created = await make();
  await mkdir(dirname(file), { recursive: true });
  const unfinished = `${file}.${randomUUID()}`;
  await writeFile(unfinished, created);
  await rename(unfinished, file);
  return created;
}
