import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Files, ReleaseManifest } from './releases.ts';

/** What the federation plugin writes about a build, as far as it is read here. */
interface FederationManifest {
  exposes: { assets: { js: { sync: string[] } } }[];
}

/** Which files of a build a page needs, and when. */
export function manifestOf(dist: string): ReleaseManifest {
  const read = <T>(file: string): T | undefined =>
    existsSync(join(dist, file)) ? JSON.parse(readFileSync(join(dist, file), 'utf8')) : undefined;
  const found: ReleaseManifest = {};
  for (const name of ['web', 'area'] as const) {
    const chunks = read<Record<string, Files>>(`${name}/${name}.json`);
    const federation = read<FederationManifest>(`${name}/mf-manifest.json`);
    if (!chunks || !federation) continue;
    const path = (file: string) => `${name}/${file}`;
    const all = Object.fromEntries(
      Object.entries(chunks).map(([key, { js, css }]) => [
        key,
        { js: js.map(path), css: css.map(path) },
      ]),
    );
    const pages = Object.fromEntries(
      Object.entries(all).filter(
        ([key, { js }]) =>
          key !== 'index' && !key.startsWith('__') && !js.includes(path('remoteEntry.js')),
      ),
    );
    if (name === 'web')
      found.web = { js: all['index']?.js ?? [], css: all['index']?.css ?? [], pages };
    else
      found.area = {
        entry: path('remoteEntry.js'),
        files: federation.exposes.flatMap((one) => one.assets.js.sync.map(path)),
        pages,
      };
  }
  return found;
}
