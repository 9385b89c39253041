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
  identity,
  manifestFile,
  type Origin,
  type ReleaseManifest,
  signatureFile,
  type StartFiles,
  wrongIn,
} from './manifest.ts';
import { signatureOf } from './signature.ts';
import { openStorage, type StorageSettings } from './open-storage.ts';
import { openReleaseStore, ReleaseRefused } from './store.ts';

export interface Making {
  storage: StorageSettings;
  key: KeyObject;
  /** Files of the public keys that a release of the same content may have been signed with. */
  publicKeys: string[];
  /** Facts about the source; the schemas of the calls that are made go into the release. */
  origin: Omit<Origin, 'calls'>;
  schemas: Record<string, unknown>;
  /** Folder that keeps compressed files by their content: most of a release is as in the last one. */
  compressedFiles?: string;
}

export interface Made {
  manifest: ReleaseManifest;
  /** False when a release of this content was there already: it stays as it is. */
  isNew: boolean;
}

/** Makes an immutable release of a build, named by its content. Nothing is switched to it. */
export async function makeRelease(
  application: Application,
  dist: string,
  { storage, key, publicKeys, origin, schemas, compressedFiles }: Making,
): Promise<Made> {
  const paths = builtFiles(dist);
  // A build that is still being written must not become an empty release.
  if (paths.length === 0) throw new Error(`${application} 还没有构建结果：${dist}`);
  const contents = new Map(paths.map((path) => [path, readFileSync(join(dist, path))]));
  const used = usedBy(contents, schemas);
  contents.set(contractFile, Buffer.from(JSON.stringify(used)));
  const id = identity(hashed(contents));
  const found = await verified({ storage, publicKeys }, application, id);
  if (found) return { manifest: found, isNew: false };
  const start = startFilesOf(dist);
  const files = await compressed(contents, firstOf(start), compressedFiles);
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
    ...federatedOf(dist),
    ...start,
    files: hashed(files),
  };
  const wrong = wrongIn(manifest, application, id);
  if (wrong) throw new Error(`${application}：${wrong}`);
  const text = Buffer.from(JSON.stringify(manifest));
  files.set(manifestFile, text);
  files.set(signatureFile, signatureOf(text, key));
  await openStorage(storage).put(`${application}/${id}`, files);
  return { manifest, isNew: true };
}

/** What stands there under this name, if all of it is good; anything else is made anew. */
async function verified(
  settings: Pick<Making, 'storage' | 'publicKeys'>,
  application: Application,
  id: string,
): Promise<ReleaseManifest | undefined> {
  const store = openReleaseStore(settings);
  try {
    return (await store.load(application, id)).manifest;
  } catch (fault) {
    if (fault instanceof ReleaseRefused) return undefined;
    throw fault;
  } finally {
    store.close();
  }
}

/** A call is used where its path stands in the code that browsers get: whatever the bundler could
 * leave out is not there. */
function usedBy(
  contents: Map<string, Buffer>,
  schemas: Record<string, unknown>,
): Record<string, unknown> {
  const code = [...contents].filter(([path]) => path.endsWith('.js')).map(([, bytes]) => bytes);
  const named = new Set(
    code.flatMap((bytes) => bytes.toString('utf8').match(/(?<=["'`])\/qm\/api\/[\w/-]+/g) ?? []),
  );
  return Object.fromEntries(
    Object.entries(schemas)
      .filter(([path]) => named.has(path))
      .sort(([a], [b]) => (a < b ? -1 : 1)),
  );
}

/** What every first view pays for. */
const firstOf = ({ web, area }: StartFiles) =>
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

/** Compressed once here, so that nobody compresses while answering; with the greatest pains where
 * every first view pays. */
async function compressed(
  contents: Map<string, Buffer>,
  first: Set<string | undefined>,
  keptIn: string | undefined,
): Promise<Map<string, Buffer>> {
  const files = new Map(contents);
  const compress = async ([path, plain]: [string, Buffer]) => {
    const quality = first.has(path) ? 11 : 9;
    const params = {
      [constants.BROTLI_PARAM_QUALITY]: quality,
      [constants.BROTLI_PARAM_SIZE_HINT]: plain.length,
    };
    const digest = sha256(plain);
    const once = (kind: string, make: () => Promise<Buffer>) =>
      keptIn ? kept(join(keptIn, `${digest}.${kind}`), make) : make();
    files.set(`${path}.br`, await once(`${quality}.br`, () => brotli(plain, { params })));
    files.set(`${path}.gz`, await once('gz', () => gzipped(plain, { level: 9 })));
  };
  const isServed = (path: string) => /^(web|area)\/.*\.(js|css|svg|json|txt|wasm)$/.test(path);
  await Promise.all([...contents].filter(([path]) => isServed(path)).map(compress));
  return files;
}

/** What a file holds, or what is made and written there. It gets its name only when it is whole, as
 * others may make the same at the same time. */
async function kept(file: string, make: () => Promise<Buffer>): Promise<Buffer> {
  const found = await readFile(file).catch(() => undefined);
  if (found) return found;
  const made = await make();
  await mkdir(dirname(file), { recursive: true });
  const unfinished = `${file}.${randomUUID()}`;
  await writeFile(unfinished, made);
  await rename(unfinished, file);
  return made;
}
