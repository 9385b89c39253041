import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Files, Polyfills, ReleaseManifest, StartFiles } from './manifest.ts';

/** The parts of the federation plugin's manifest that are used here. */
interface FederationManifest {
  exposes: { path?: string; assets: { js: { sync: string[] } } }[];
  shared?: { name: string; version: string; singleton?: boolean }[];
}

const environments = ['web', 'area', 'server'];
/** Build metadata for tools; browsers never request it. */
const buildMetadata = /^(web|area|build|files|polyfills|mf-manifest|mf-stats)\.json$/;

/** Paths of all files of a build that belong to its release. */
export function builtFiles(dist: string): string[] {
  const unloaded = read<Record<string, Files>>(join(dist, 'area/area.json'))?.['index']?.js ?? [];
  return environments.flatMap((name) =>
    listFiles(join(dist, name))
      .filter((file) => !buildMetadata.test(file))
      // The entry without which an area is not built together with what starts by itself.
      .filter((file) => name !== 'area' || !unloaded.includes(file))
      .map((file) => `${name}/${file}`),
  );
}

const listFiles = (folder: string): string[] =>
  existsSync(folder)
    ? readdirSync(folder, { recursive: true, withFileTypes: true })
        .filter((entry) => entry.isFile())
        .map((entry) => join(entry.parentPath, entry.name).slice(folder.length + 1))
        .sort()
    : [];

function read<T>(file: string): T | undefined {
  return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : undefined;
}

/** Where a build says what its pages are. */
const pagesFiles = ['web/pages.json', 'area/pages.json'];

/** Which files of a build a page needs, and when. */
export function startFilesOf(dist: string): StartFiles {
  const found: StartFiles = {};
  const pagesFile = pagesFiles.find((file) => existsSync(join(dist, file)));
  if (pagesFile) found.pages = read(join(dist, pagesFile));
  for (const name of ['web', 'area'] as const) {
    const chunks = read<Record<string, Files>>(join(dist, name, `${name}.json`));
    const federation = read<FederationManifest>(join(dist, name, 'mf-manifest.json'));
    if (!chunks || !federation) continue;
    const path = (file: string) => `${name}/${file}`;
    const entries = Object.fromEntries(
      Object.entries(chunks).map(([key, { js, css }]) => [
        key,
        { js: js.map(path), css: css.map(path) },
      ]),
    );
    const pages = Object.fromEntries(
      Object.entries(entries).filter(
        ([key, { js }]) =>
          key !== 'index' && !key.startsWith('__') && !js.includes(path('remoteEntry.js')),
      ),
    );
    if (name === 'web')
      found.web = {
        js: entries['index']?.js ?? [],
        css: entries['index']?.css ?? [],
        pages,
        ...polyfillsOf(dist),
      };
    else
      found.area = {
        entry: path('remoteEntry.js'),
        files: federation.exposes.flatMap((expose) => expose.assets.js.sync.map(path)),
        pages,
      };
  }
  return found;
}

function polyfillsOf(dist: string): Pick<NonNullable<StartFiles['web']>, 'polyfills'> {
  const found = read<Polyfills>(join(dist, 'web/polyfills.json'));
  return found ? { polyfills: { ...found, file: `web/${found.file}` } } : {};
}

/** What a build exposes to other pages and which modules it shares. */
export function federatedOf(
  dist: string,
  exported: Record<string, string[]> = {},
): Pick<ReleaseManifest, 'exposes' | 'shared'> {
  const [web, area] = ['web', 'area'].map((name) =>
    read<FederationManifest>(join(dist, name, 'mf-manifest.json')),
  );
  const shared = [...(area?.shared ?? []), ...(web?.shared ?? [])].map(
    ({ name, version, singleton = false }) =>
      [name, { version, singleton, ...(exported[name] && { exports: exported[name] }) }] as const,
  );
  return {
    exposes: (area?.exposes ?? []).flatMap(({ path }) => path ?? []),
    shared: Object.fromEntries(shared.sort(([a], [b]) => (a < b ? -1 : 1))),
  };
}
