import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pluginModuleFederation } from '@module-federation/rsbuild-plugin';
import { defineConfig, type EnvironmentConfig, type RsbuildConfig } from '@rsbuild/core';
import { pluginReact } from '@rsbuild/plugin-react';
import { browserQueries } from '../browsers/oldest.ts';
import { supportedBrowsers } from '../browsers/plugin.ts';
import { chunkRetry } from './chunk-retry.ts';
import { compileHint } from './compile-hint.ts';
import { folder } from './folder.ts';
import { pagesFile } from './pages-file.ts';
import { stableIds } from './stable-ids.ts';
import * as schemaWords from './zod.ts';

const root = join(import.meta.dirname, '../..');
const readManifest = (path: string): { version: string; dependencies: Record<string, string> } =>
  JSON.parse(readFileSync(join(root, path, 'package.json'), 'utf8'));
const ui = readManifest('libs/ui');
const shell = readManifest('libs/shell');
const commons = readManifest('libs/commons');
const contract = readManifest('libs/contract');
const federation = join(import.meta.dirname, 'federation.ts');
const sameBuild = join(import.meta.dirname, 'same-build.ts');
const refresh = join(import.meta.dirname, 'refresh.ts');

/** A shared module is identified by its file path, which is part of the build: relative to the
 * application folder, so that it does not depend on the location of the workspace. */
const buildFile = (file: string) => `../../tools/build/${file}`;

const once = (name: string, file?: string) => ({
  [name]: {
    singleton: true,
    requiredVersion: `^${shell.dependencies[name]}`,
    version: shell.dependencies[name],
    ...(file ? { import: buildFile(file) } : {}),
  },
});
const bySemver = (name: string, version: string) => ({
  [name]: { version, requiredVersion: `^${version}` },
});

/** One copy of the used part of the schema library per page, the commons container included. Its
 * minor version is the number of its exports, so that a release which needs more than the page has
 * loads its own copy. */
const schemaVersion = `${contract.dependencies['zod']?.split('.')[0]}.${Object.keys(schemaWords).length}.0`;
const schemas = {
  'zod/mini': {
    version: schemaVersion,
    requiredVersion: `^${schemaVersion}`,
    import: buildFile('zod.ts'),
  },
};

/** Singletons of a page, and modules of which a release may load its own copy when the page's is
 * too old. */
const shared = {
  ...once('react'),
  ...once('react-dom'),
  ...once('@tanstack/react-query', 'query.ts'),
  ...once('jotai'),
  '@cme/ui/router': {
    singleton: true,
    version: ui.dependencies['react-router'],
    requiredVersion: `^${ui.dependencies['react-router']}`,
  },
  ...schemas,
  ...bySemver('@cme/ui', ui.version),
  ...bySemver('@cme/ui/forms', ui.version),
  ...bySemver('@cme/shell', shell.version),
  ...bySemver('@cme/commons/auth-token', commons.version),
  ...bySemver('@cme/commons/api-client', commons.version),
  ...bySemver('@cme/commons/branding', commons.version),
  ...bySemver('@cme/commons/route-links', commons.version),
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
  ...folder(name, 'web', isSource, { index: [...(isSource ? [refresh] : []), './src/main.tsx'] }),
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
      plugins: [pagesFile('web')],
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
    plugins: [pagesFile('area')],
    environments: {
      area: {
        ...folder('commons', 'area', false, {}),
        source: {
          // Without an entry it cannot be built next to the other one.
          entry: { index: 'data:text/javascript,' },
          define: { COMMONS_VERSION: JSON.stringify(commons.version) },
        },
        plugins,
      },
      server: firstScript,
    },
  });
}

/** The plugin imports its runtime as CommonJS, which cannot be tree-shaken; these are the same
 * files as ES modules. */
function runtimeFiles(): Record<string, string> {
  const file = (name: string) => join(root, 'node_modules/@module-federation', name);
  const modules = ['webpack-bundler-runtime', 'inject-external-runtime-core-plugin', 'runtime'].map(
    (name) => [file(`${name}/dist/index.cjs`), file(`${name}/dist/index.js`)],
  );
  return {
    ...Object.fromEntries(modules),
    [file('runtime-core/dist/plugins/snapshot/SnapshotHandler.js')]: join(
      import.meta.dirname,
      'no-snapshots.js',
    ),
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
        resolve: { alias: runtimeFiles() },
      },
    },
  });
}
