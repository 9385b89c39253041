import type { EnvironmentConfig, ManifestConfig } from '@rsbuild/core';
import { browserQueries } from './browsers/oldest.ts';

/** Files are output flat into a folder per environment. A development server keeps its files in
 * memory under other names, so that it never touches a build. */
export function folder(
  name: string,
  environment: string,
  isSource: boolean,
  entry: Record<string, string | string[]>,
): EnvironmentConfig {
  const flat = {
    js: '',
    css: '',
    jsAsync: '',
    cssAsync: '',
    assets: '',
    image: '',
    svg: '',
    font: '',
    media: '',
  };
  const hashed = {
    filenameHash: 'contenthash:10',
    filename: { js: '[name].[contenthash:10].js', css: '[name].[contenthash:10].css' },
  };
  return {
    source: { entry },
    dev: { assetPrefix: `/source/${name.replace('_', '-')}/${environment}/` },
    output: {
      target: 'web',
      distPath: { root: `dist/${isSource ? 'dev/' : ''}${environment}`, ...flat },
      ...(isSource ? {} : hashed),
      manifest: { filename: `${environment}.json`, generate: listFiles },
      legalComments: 'none',
      overrideBrowserslist: browserQueries,
    },
  };
}

/** The manifest of an environment for the edge: the files of the entry and of every page, by chunk
 * name. */
const listFiles: Exclude<ManifestConfig, boolean | string>['generate'] = ({ files }) => {
  const listed: Record<string, { js: string[]; css: string[] }> = {};
  for (const { path, chunk } of files.toSorted((a, b) => (a.path < b.path ? -1 : 1))) {
    const kind = path.endsWith('.js') ? 'js' : path.endsWith('.css') ? 'css' : undefined;
    if (kind && chunk?.name) (listed[chunk.name] ??= { js: [], css: [] })[kind].push(path);
  }
  return listed;
};
