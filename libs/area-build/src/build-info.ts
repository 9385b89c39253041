import { readFileSync } from 'node:fs';
import { CONTRACT_VERSION } from '@cme/contract/base';
import { everyCall } from '@cme/contract/every-call';
import type { RsbuildPlugin } from '@rsbuild/core';
import { describeContract } from './describe-contract.ts';
import { areaFolder, readManifest, readVersion, resolveImport } from './packages.ts';

/** Singletons that are built partially, with the module that lists their exports. */
const parts: Record<string, string> = {
  '@tanstack/react-query': '@cme/area-build/query',
  '@cme/ui/router': '@cme/ui/router',
};

/** Exports of shared libraries that are only partly built in, by module name. */
export const readSharedExports = (): Record<string, string[]> =>
  Object.fromEntries(
    Object.entries(parts).map(([name, module]) => [
      name,
      findNames(readFileSync(resolveImport(module), 'utf8')),
    ]),
  );

/** Values that a file re-exports; types do not exist at run time. */
const findNames = (text: string): string[] =>
  [...text.matchAll(/^export \{([^}]*)\} from/gm)]
    .flatMap(([, names = '']) => names.split(','))
    .map((name) => name.trim())
    .filter(Boolean)
    .sort();

/**
 * Writes what a release says about its source next to the files of this environment, so that it can be
 * released from these files alone.
 */
export const buildInfo = (name: string, environment: 'web' | 'area'): RsbuildPlugin => ({
  name: 'build-info',
  setup(api) {
    if (api.context.action !== 'build') return;
    api.processAssets(
      { stage: 'additional', environments: [environment] },
      ({ compilation, sources }) => {
        const info = {
          application: name.replace('_', '-'),
          version: readManifest(areaFolder).version,
          contract: CONTRACT_VERSION,
          commons: readVersion('@cme/commons'),
          shared_exports: readSharedExports(),
          calls: describeContract(everyCall),
        };
        compilation.emitAsset('build.json', new sources.RawSource(JSON.stringify(info)));
      },
    );
  },
});
