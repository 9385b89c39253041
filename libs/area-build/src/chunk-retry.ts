import type { RsbuildPlugin, Rspack } from '@rsbuild/core';

/** Delays in milliseconds before each retry; after the last one the import fails. */
const retryDelaysMs = [400, 1600];

/** Wraps the two loaders of a build's runtime. Loading a loaded file again is a no-op. */
const retryingLoaders = `
['j', 'miniCss'].forEach(function (kind) {
  var load = __webpack_require__.f[kind];
  if (!load) return;
  var retry = function (chunk, priority, tries, fault) {
    var pause = ${JSON.stringify(retryDelaysMs)}[tries];
    if (pause === undefined) return Promise.reject(fault);
    return new Promise(function (resolve) { setTimeout(resolve, pause); }).then(function () {
      var pending = [];
      load(chunk, pending, priority);
      return Promise.all(pending).catch(function (next) { return retry(chunk, priority, tries + 1, next); });
    });
  };
  __webpack_require__.f[kind] = function (chunk, promises, priority) {
    var pending = [];
    load(chunk, pending, priority);
    pending.forEach(function (promise) {
      promises.push(promise.catch(function (fault) { return retry(chunk, priority, 0, fault); }));
    });
  };
});
`;

/** Own code: the runtime of @rsbuild/plugin-assets-retry is 3.9 kB in the entry of every build (1.8 kB
 * compressed), five times this, and first views have no room for it.
 *
 * Retries loading a file of a build before the import fails: connections drop, and browsers cancel
 * requests on navigation. */
export const chunkRetry: RsbuildPlugin = {
  name: 'chunk-retry',
  setup: (api) => {
    api.modifyRspackConfig((config, { rspack, target }) => {
      if (target !== 'web') return;
      class RetryingLoaders extends rspack.RuntimeModule {
        constructor() {
          super('chunk retry', rspack.RuntimeModule.STAGE_TRIGGER);
        }

        override generate(): string {
          return retryingLoaders;
        }
      }
      (config.plugins ??= []).push({
        apply(compiler: Rspack.Compiler) {
          compiler.hooks.thisCompilation.tap('ChunkRetry', (compilation) => {
            const { ensureChunkHandlers } = rspack.RuntimeGlobals;
            const loads = compilation.hooks.runtimeRequirementInTree.for(ensureChunkHandlers);
            loads.tap(
              'ChunkRetry',
              (chunk) => void compilation.addRuntimeModule(chunk, new RetryingLoaders()),
            );
          });
        },
      });
    });
  },
};
