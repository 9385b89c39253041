import { createHash } from 'node:crypto';
import { join } from 'node:path';
import type { RsbuildPlugin, Rspack } from '@rsbuild/core';
import { allowedCalls } from './allowed.ts';
import { findNewFeatures, type NewFeatures } from './features.ts';
import { findCalls } from './find-calls.ts';
import { buildPolyfills, polyfilledCalls, polyfillMark } from './polyfills.ts';

/** Workers that dependencies ship as files. */
const workerFile = /pdf\.worker\.min\.mjs$/;

export interface BuiltScript {
  name: string;
  code: string;
  isWorker: boolean;
}

/** What a built script calls that the oldest supported browsers lack. */
export function findFaults({ name, code, isWorker }: BuiltScript, features: NewFeatures): string[] {
  const { used, brought, syntaxError } = findCalls(code, features, name.endsWith('.mjs'));
  if (syntaxError) return [`${name}: syntax that old browsers lack: ${syntaxError}`];
  const polyfilled = new Set(isWorker && !code.includes(polyfillMark) ? [] : polyfilledCalls);
  return [...used]
    .filter((call) => !brought.has(call) && !polyfilled.has(call) && !(call in allowedCalls))
    .map(
      (call) =>
        `${name}: ${call} is missing in browsers of .browserslistrc. Add it to libs/area-build/src/browsers/polyfills.ts${isWorker ? ', which a worker must bring,' : ''} or, if it is guarded, to allowed.ts`,
    );
}

/** Chunks of workers run without the scripts of the page. */
function findWorkerChunks({ chunks, entrypoints }: Rspack.Compilation): Set<string> {
  const workers = [...chunks].filter(
    (chunk) => chunk.hasRuntime() && !entrypoints.has(chunk.name ?? ''),
  );
  return new Set(workers.flatMap(({ files }) => [...files]));
}

/** Fails a build that calls what the supported browsers lack, and adds the polyfills to it: workers
 * start with them, and pages load them as a file where they are needed. */
export const supportedBrowsers: RsbuildPlugin = {
  name: 'supported-browsers',
  setup: (api) => {
    api.modifyRspackConfig(async (config, { rspack, target, isProd, environment }) => {
      if (target !== 'web') return;
      const polyfills = await buildPolyfills();
      (config.module ??= {}).rules = [
        ...(config.module.rules ?? []),
        {
          test: workerFile,
          type: 'asset/resource',
          loader: join(import.meta.dirname, 'prepend-loader.cjs'),
          options: { text: polyfills },
          // A release has it once: the container requests the file of the other build. The release is
          // part of the address, and a hash would differ between the builds.
          generator:
            environment.name === 'area'
              ? { filename: '../web/[name][ext]', emit: false }
              : { filename: '[name][ext]' },
        },
      ];
      if (!isProd) return;
      const check = (compilation: Rspack.Compilation) => {
        const features = findNewFeatures();
        const workers = findWorkerChunks(compilation);
        const scripts = compilation
          .getAssets()
          .filter(({ name }) => /\.m?js$/.test(name))
          .map(({ name, source }) => ({
            name,
            code: source.source().toString(),
            isWorker: workers.has(name) || name.endsWith('.mjs'),
          }));
        for (const script of scripts)
          for (const fault of findFaults(script, features))
            compilation.errors.push(new rspack.WebpackError(fault));
        if (environment.name === 'web') emit(compilation);
      };
      const emit = (compilation: Rspack.Compilation) => {
        const hash = createHash('sha256').update(polyfills).digest('hex').slice(0, 10);
        const file = `polyfills.${hash}.js`;
        const add = (name: string, text: string) =>
          compilation.emitAsset(name, new rspack.sources.RawSource(text));
        add(file, polyfills);
        add('polyfills.json', JSON.stringify({ file, calls: polyfilledCalls }));
      };
      (config.plugins ??= []).push({
        apply: ({ hooks }: Rspack.Compiler) =>
          hooks.thisCompilation.tap('SupportedBrowsers', (compilation) =>
            compilation.hooks.processAssets.tap(
              {
                name: 'SupportedBrowsers',
                // Behind the minifier and the hashes that name files.
                stage: rspack.Compilation.PROCESS_ASSETS_STAGE_REPORT,
              },
              () => check(compilation),
            ),
          ),
      });
    });
  },
};
