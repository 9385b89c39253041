import { createHash } from 'node:crypto';
import {
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { manifestOf } from './manifest.ts';
import type { Application } from './releases.ts';

/** The pointer of one application, replaced as a whole. */
export interface Pointer {
  live: string;
  /** Releases that were live before, newest first. */
  previous: string[];
  at: string;
}

const environments = ['web', 'area', 'server'];
/** What a build leaves for tools; browsers never ask for it. */
const internal = /^(web|area|files|mf-manifest|mf-stats)\.json$/;

/** Copies a build into an immutable folder named by its content and makes it live. Returns the
 * release's id. */
export async function publish(
  root: string,
  application: Application,
  dist: string,
): Promise<{ id: string; fresh: boolean }> {
  const found = environments.filter((name) => existsSync(join(dist, name)));
  // A build that is still being written must not go live as an empty release.
  if (found.flatMap((name) => listed(join(dist, name))).length === 0)
    throw new Error(`${application} 还没有构建结果：${dist}`);
  const id = identity(dist, found);
  const folder = join(root, application, id);
  const fresh = !existsSync(folder);
  if (fresh) await copy(dist, found, folder);
  point(root, application, id);
  return { id, fresh };
}

async function copy(dist: string, found: string[], folder: string): Promise<void> {
  const half = `${folder}.${process.pid}.half`;
  rmSync(half, { recursive: true, force: true });
  for (const name of found)
    cpSync(join(dist, name), join(half, name), {
      recursive: true,
      filter: (file) => !internal.test(file.split('/').at(-1) ?? ''),
    });
  const manifest = manifestOf(dist);
  const { web, area } = manifest;
  const first = new Set([
    ...(web?.js ?? []),
    ...Object.values(web?.pages ?? {}).flatMap(({ js }) => js),
    area?.entry,
    ...(area?.files ?? []),
  ]);
  writeFileSync(join(half, 'manifest.json'), JSON.stringify(manifest));
  const files = ['web', 'area'].flatMap((name) =>
    listed(join(half, name)).map((file) => `${name}/${file}`),
  );
  await Promise.all(files.map((file) => compress(join(half, file), first.has(file))));
  renameSync(half, folder);
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

const listed = (folder: string): string[] =>
  existsSync(folder)
    ? readdirSync(folder, { recursive: true, withFileTypes: true })
        .filter((one) => one.isFile())
        .map((one) => join(one.parentPath, one.name).slice(folder.length + 1))
        .sort()
    : [];

function identity(dist: string, found: string[]): string {
  const hash = createHash('sha256');
  for (const name of found)
    for (const file of listed(join(dist, name)))
      if (!internal.test(file))
        hash.update(`${name}/${file}\0`).update(readFileSync(join(dist, name, file)));
  return hash.digest('hex').slice(0, 12);
}

const brotli = promisify(brotliCompress);
const gzipped = promisify(gzip);

/** Compressed once here, so that nobody compresses while answering; with the greatest pains where
 * every first view pays. */
async function compress(file: string, isFirst: boolean): Promise<void> {
  if (!/\.(js|css|svg|json|txt|wasm)$/.test(file)) return;
  const plain = readFileSync(file);
  writeFileSync(
    `${file}.br`,
    await brotli(plain, {
      params: {
        [constants.BROTLI_PARAM_QUALITY]: isFirst ? 11 : 9,
        [constants.BROTLI_PARAM_SIZE_HINT]: plain.length,
      },
    }),
  );
  writeFileSync(`${file}.gz`, await gzipped(plain, { level: 9 }));
}
