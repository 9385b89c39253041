import type { Manifest } from '../check/tree.ts';

/** Of which a page has one copy, so whoever builds an area installs it beside the packages. */
const peers = ['@tanstack/react-query', 'jotai', 'react', 'react-dom'];

/** A manifest of the workspace, as far as packing needs it. */
export interface WorkspaceManifest extends Manifest {
  name: string;
  version: string;
  exports: Record<string, string>;
  [field: string]: unknown;
}

const isPeer = (name: string) => peers.includes(name);

/** TypeScript is packed as JavaScript with declarations; all else as it is. */
const toExport = (file: string) => {
  const built = /^(.*)\.tsx?$/.exec(file)?.[1];
  return built ? { types: `${built}.d.ts`, default: `${built}.js` } : file;
};

/** The manifest of a package outside this repository. */
export function toPackedManifest(
  { private: _, nx: __, devDependencies: ___, ...manifest }: WorkspaceManifest,
  versions: ReadonlyMap<string, string>,
): object {
  const dependencies = Object.entries(manifest.dependencies ?? {}).map(
    ([name, version]) => [name, versions.get(name) ?? version] as const,
  );
  const pick = (isWanted: (name: string) => boolean) =>
    Object.fromEntries(dependencies.filter(([name]) => isWanted(name)));
  return {
    ...manifest,
    engines: { node: '>=24' },
    exports: {
      ...Object.fromEntries(
        Object.entries(manifest.exports).map(([name, file]) => [name, toExport(file)]),
      ),
      './package.json': './package.json',
      './tsconfig.json': './tsconfig.json',
    },
    dependencies: pick((name) => !isPeer(name)),
    peerDependencies: pick(isPeer),
  };
}
