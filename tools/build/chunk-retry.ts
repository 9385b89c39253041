import type { RsbuildPlugin, Rspack } from '@rsbuild/core';

/** Milliseconds before a file is asked for again; after the last of them its import fails. */
const waits = [400, 1600];

/** Around the two loaders of a build's runtime. Asking them again for what has arrived does
 * nothing. */
const around = `
['j', 'miniCss'].forEach(function (kind) {
  var load = __webpack_require__.f[kind];
  if (!load) return;
  var insist = function (chunk, priority, tried, fault) {
    var pause = ${JSON.stringify(waits)}[tried];
    if (pause === undefined) return Promise.reject(fault);
    return new Promise(function (go) { setTimeout(go, pause); }).then(function () {
      return attempt(chunk, priority, tried + 1);
    });
  };
  var attempt = function (chunk, priority, tried) {
    var under_way = [];
    load(chunk, under_way, priority);
    return Promise.all(under_way).catch(function (fault) { return insist(chunk, priority, tried, fault); });
  };
  __webpack_require__.f[kind] = function (chunk, promises, priority) {
    var under_way = [];
    load(chunk, under_way, priority);
    under_way.forEach(function (one) {
      promises.push(one.catch(function (fault) { return insist(chunk, priority, 0, fault); }));
    });
  };
});
`;

/** Asks again for a file of a build that did not arrive, before anybody is told: lines drop, and
 * browsers cancel what a navigation overtakes. */
export const chunksAgain: RsbuildPlugin = {
  name: 'chunks-again',
  setup: (api) => {
    api.modifyRspackConfig((config, { rspack, target }) => {
      if (target !== 'web') return;
      class Again extends rspack.RuntimeModule {
        constructor() {
          super('chunks again', rspack.RuntimeModule.STAGE_TRIGGER);
        }

        override generate(): string {
          return around;
        }
      }
      (config.plugins ??= []).push({
        apply(compiler: Rspack.Compiler) {
          compiler.hooks.thisCompilation.tap('ChunksAgain', (compilation) => {
            const { ensureChunkHandlers } = rspack.RuntimeGlobals;
            const loads = compilation.hooks.runtimeRequirementInTree.for(ensureChunkHandlers);
            loads.tap(
              'ChunksAgain',
              (chunk) => void compilation.addRuntimeModule(chunk, new Again()),
            );
          });
        },
      });
    });
  },
};
