import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { pluginModuleFederation } from '@module-federation/rsbuild-plugin';
import { defineConfig, type EnvironmentConfig, type RsbuildConfig } from '@rsbuild/core';
import { pluginReact } from '@rsbuild/plugin-react';
import { browserQueries } from './browsers/oldest.ts';
import { supportedBrowsers } from './browsers/plugin.ts';
import { buildInfo } from './build-info.ts';
import { chunkRetry } from './chunk-retry.ts';
import { compileHint } from './compile-hint.ts';
import { folder } from './folder.ts';
import { findPackage, readVersion, readVersionOf } from './packages.ts';
import { pagesFile } from './pages-file.ts';
import { stableIds } from './stable-ids.ts';
import * as schemaWords from './zod.ts';

const ownFile = (name: string) => fileURLToPath(import.meta.resolve(`@cme/area-build/${name}`));
const federation = ownFile('federation');
const sameBuild = ownFile('same-build');

/** A shared module is identified by what is imported, which is part of the build: a package, so that
 * it depends on no folder. */
const once = (name: string, module?: string) => ({
  [name]: {
    singleton: true,
    requiredVersion: `^${readVersion(name)}`,
    version: readVersion(name),
    ...(module && { import: `@cme/area-build/${module}` }),
  },
});
const bySemver = (name: string, version: string) => ({
  [name]: { version, requiredVersion: `^${version}` },
});
const uiVersion = readVersion('@cme/ui');
const commonsVersion = readVersion('@cme/commons');
const routerVersion = readVersionOf('react-router', '@cme/ui');

/** One copy of the used part of the schema library per page, the commons container included. Its
 * minor version is the number of its exports, so that a release which needs more than the page has
 * loads its own copy. */
const schemaVersion = `${readVersionOf('zod', '@cme/contract').split('.')[0]}.${Object.keys(schemaWords).length}.0`;
const schemas = {
  'zod/mini': {
    version: schemaVersion,
    requiredVersion: `^${schemaVersion}`,
    import: '@cme/area-build/zod',
  },
};

/** Singletons of a page, and modules of which a release may load its own copy when the page's is
 * too old. */
const shared = {
  ...once('react'),
  ...once('react-dom'),
  ...once('@tanstack/react-query', 'query'),
  ...once('jotai'),
  '@cme/ui/router': {
    singleton: true,
    version: routerVersion,
    requiredVersion: `^${routerVersion}`,
  },
  ...schemas,
  ...bySemver('@cme/ui', uiVersion),
  ...bySemver('@cme/ui/forms', uiVersion),
  ...bySemver('@cme/shell', readVersion('@cme/shell')),
  ...bySemver('@cme/commons/auth-token', commonsVersion),
  ...bySemver('@cme/commons/api-client', commonsVersion),
  ...bySemver('@cme/commons/branding', commonsVersion),
  ...bySemver('@cme/commons/route-links', commonsVersion),
};

/** Modules that every page of an application's own domain needs at start are bundled into its
 * entry, as one download that compresses better. Public pages embed their data and send no calls
 * before they are shown, so schemas load later there. */
const eager = (isPublic: boolean) =>
  Object.fromEntries(
    Object.entries(shared)
      .filter(([name]) => !name.startsWith('@cme/commons/') && name !== '@cme/ui/forms')
      .filter(([name]) => !isPublic || !(name in schemas))
      .map(([name, options]) => [name, { ...options, eager: true }]),
  );

type Federated = Parameters<typeof pluginModuleFederation>[0];

/** The plugin silently skips environments that it is not configured for, hence the name twice. */
const federated = (environment: string, options: Federated) =>
  pluginModuleFederation(
    { filename: 'remoteEntry.js', dts: false, shareStrategy: 'loaded-first', ...options },
    { environment },
  );

interface CopiedFiles {
  from: string;
  to: string;
}

/** Standalone build for the application's own domain. */
const web = (name: string, isSource: boolean, isPublic: boolean): EnvironmentConfig => ({
  ...folder(name, 'web', isSource, {
    index: [...(isSource ? [ownFile('refresh')] : []), './src/main.tsx'],
  }),
  plugins: [
    federated('web', {
      name: `${name}_web`,
      shared: { ...shared, ...eager(isPublic) },
      runtimePlugins: [federation, sameBuild],
      experiments: {
        asyncStartup: true,
        provideExternalRuntime: true,
        optimization: { target: 'web', disableSnapshot: true },
      },
    }),
  ],
});

/** A container uses the runtime of the page that mounts it and does not render by itself. */
const inPage = { externalRuntime: true, optimization: { disableRemote: true } };

/** Build for customer domains: the same pages as a container that uses the page's runtime. */
const area = (name: string, isSource: boolean): EnvironmentConfig => ({
  // Without its own entry this environment is not built next to the other one.
  ...folder(name, 'area', isSource, { index: './src/area.ts' }),
  plugins: [
    federated('area', {
      name,
      shared,
      exposes: { './area': './src/area.ts' },
      runtimePlugins: [sameBuild],
      experiments: inPage,
    }),
  ],
});

/** Server build that renders public content; self-contained, without federation. */
const server: EnvironmentConfig = {
  source: { entry: { index: './src/entry-server.tsx' } },
  output: {
    target: 'node',
    module: true,
    distPath: { root: 'dist/server' },
    minify: true,
    legalComments: 'none',
    emitAssets: false,
    emitCss: false,
    autoExternal: false,
  },
  // As separate chunks, modules that several pages use would be there once for each of them.
  tools: { rspack: { output: { asyncChunks: false } } },
};

type Build = (of: { command: string }) => RsbuildConfig;

/** The build configuration of all apps: each app names its environments, and files that its pages
 * request by name. */
export function app(
  name: string,
  environments: ('web' | 'area' | 'server')[],
  copiedFiles: CopiedFiles[] = [],
): Build {
  return ({ command }) => {
    const isSource = command === 'dev';
    const all = {
      web: () => {
        const config = web(name, isSource, !environments.includes('area'));
        return { ...config, output: { ...config.output, copy: copiedFiles } };
      },
      area: () => area(name, isSource),
      server: () => server,
    };
    // An app that runs from source is rendered in the browser only.
    const selectedEnvironments = environments.filter((key) => !isSource || key !== 'server');
    return shape({
      environments: Object.fromEntries(selectedEnvironments.map((key) => [key, all[key]()])),
      plugins: [pagesFile('web'), buildInfo(name, 'web')],
    });
  };
}

/** What the edge inlines into pages that call at once. Only edges read it. */
const firstScript: EnvironmentConfig = {
  source: {
    entry: { first: './src/first.ts' },
    // It never runs on a server.
    define: { 'typeof document': JSON.stringify('object') },
  },
  output: {
    target: 'web',
    distPath: { root: 'dist/server', js: '' },
    filename: { js: 'first.js' },
    legalComments: 'none',
    overrideBrowserslist: browserQueries,
  },
};

/** The container that publishes libs/commons. It must not consume these as shared modules, or it
 * would wait for itself. */
export function commonsContainer(): RsbuildConfig {
  const plugins = [
    federated('area', {
      name: 'commons',
      shared: schemas,
      exposes: { './all': './src/all.ts' },
      experiments: inPage,
    }),
  ];
  return shape({
    plugins: [pagesFile('area'), buildInfo('commons', 'area')],
    environments: {
      area: {
        ...folder('commons', 'area', false, {}),
        source: {
          // Without an entry it cannot be built next to the other one.
          entry: { index: 'data:text/javascript,' },
          define: { COMMONS_VERSION: JSON.stringify(commonsVersion) },
        },
        plugins,
      },
      server: firstScript,
    },
  });
}

/** Files that their packages do not export, by the names under which this package imports them; and
 * the federation runtime, which the plugin imports as CommonJS, which cannot be tree-shaken: these are
 * the same files as ES modules. */
function findFiles(): Record<string, string> {
  const enhanced = join(
    findPackage('@module-federation/enhanced', import.meta.url),
    'package.json',
  );
  const inRuntime = (name: string, file: string) =>
    join(findPackage(`@module-federation/${name}`, pathToFileURL(enhanced)), file);
  const modules = ['webpack-bundler-runtime', 'inject-external-runtime-core-plugin', 'runtime'].map(
    (name) => [inRuntime(name, 'dist/index.cjs'), inRuntime(name, 'dist/index.js')],
  );
  const snapshots = 'dist/plugins/snapshot';
  return {
    ...Object.fromEntries(modules),
    [inRuntime('runtime-core', `${snapshots}/SnapshotHandler.js`)]: join(
      import.meta.dirname,
      'no-snapshots.js',
    ),
    'disabled-snapshots': inRuntime('runtime-core', `${snapshots}/disabled.js`),
    'whole-query-library': join(findPackage('@tanstack/react-query'), 'build/modern/index.js'),
  };
}

/** On a page of released areas an area from source shares their production build of React, which
 * cannot run development code such as hot reload: pages reload instead. */
const isBesideReleases = process.env['BESIDE_RELEASES'] === 'Y';
const productionMode = {
  fastRefresh: false,
  swcReactOptions: { development: false, refresh: false },
} as const;

function shape(config: RsbuildConfig): RsbuildConfig {
  return defineConfig({
    ...config,
    plugins: [
      pluginReact(isBesideReleases ? productionMode : {}),
      chunkRetry,
      stableIds,
      compileHint,
      supportedBrowsers,
      ...(config.plugins ?? []),
    ],
    output: {
      assetPrefix: 'auto',
      cleanDistPath: true,
      minify: { jsOptions: { minimizerOptions: { compress: { passes: 3 } } } },
    },
    server: {
      strictPort: true,
      host: '127.0.0.1',
      printUrls: false,
      cors: false,
      htmlFallback: false,
      headers: { 'x-content-type-options': 'nosniff' },
    },
    dev: { lazyCompilation: false, client: { protocol: 'ws', host: '127.0.0.1', port: '<port>' } },
    performance: { printFileSize: false },
    // The edge generates all HTML; a build only lists its files.
    tools: {
      htmlPlugin: false,
      rspack: {
        optimization: {
          splitChunks: false,
          mangleExports: 'size',
          ...(isBesideReleases && { nodeEnv: 'production' }),
        },
        resolve: { alias: findFiles() },
      },
    },
  });
}
