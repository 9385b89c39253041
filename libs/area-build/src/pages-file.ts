import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { RsbuildPlugin } from '@rsbuild/core';

/**
 * Writes what `src/pages.ts` declares next to the files of this environment, as a file of the
 * release: a change of it makes another release.
 */
export const pagesFile = (environment: 'web' | 'area'): RsbuildPlugin => ({
  name: 'pages-file',
  setup(api) {
    if (api.context.action !== 'build') return;
    api.processAssets(
      { stage: 'additional', environments: [environment] },
      async ({ compilation, sources }) => {
        const file = join(api.context.rootPath, 'src/pages.ts');
        compilation.fileDependencies.add(file);
        const { pages } = (await import(pathToFileURL(file).href)) as { pages: unknown };
        compilation.emitAsset('pages.json', new sources.RawSource(JSON.stringify(pages)));
      },
    );
  },
});
