import type { RsbuildPlugin } from '@rsbuild/core';

/** Chromium has read it since version 136; to other browsers it is a comment. */
const hint = '//# allFunctionsCalledOnLoad';

/** Browsers compile the functions of a marked file on a background thread while it downloads.
 * Otherwise each function is compiled on the main thread when it is first called. Named chunks load
 * with a page; unnamed ones load later and often run only in part. */
export const compileHint: RsbuildPlugin = {
  name: 'compile-hint',
  setup: (api) => {
    api.modifyRspackConfig((config, { rspack, target, isProd }) => {
      if (target !== 'web' || !isProd) return;
      // Behind the minifier, which drops comments, and ahead of the hashes that name files.
      const stage = rspack.Compilation.PROCESS_ASSETS_STAGE_DEV_TOOLING;
      (config.plugins ??= []).push(
        new rspack.BannerPlugin({
          banner: ({ chunk }) => (chunk.name ? hint : ''),
          raw: true,
          test: /\.js$/,
          stage,
        }),
      );
    });
  },
};
