import { createHash } from 'node:crypto';
import type { RsbuildPlugin, Rspack } from '@rsbuild/core';
import { findWorkspace } from './packages.ts';

const root = findWorkspace();
/** A path as it appears in plain module names and in those that are URLs. */
const spellings = [root, encodeURIComponent(root)];
/** The suffix of a concatenated module, derived from full paths. */
const mark = /\|[0-9a-f]{16}$/;

/** A module as passed to the hook, where its name is no function, contrary to the types. */
interface Named {
  identifier: string;
  id: string;
}

/** Gives modules ids that do not depend on the location of the workspace, so that the same source
 * gives the same release in every folder. The bundler's own short ids depend on the full paths of
 * federated modules, and through their length all others do too. */
export const stableIds: RsbuildPlugin = {
  name: 'stable-ids',
  setup: (api) => {
    api.modifyRspackConfig((config, { isProd }) => {
      if (!isProd) return;
      (config.plugins ??= []).push({
        apply(compiler: Rspack.Compiler) {
          compiler.hooks.compilation.tap('StableIds', (compilation) =>
            compilation.hooks.beforeModuleIds.tap('StableIds', (modules) =>
              assignIds([...modules] as unknown as Named[]),
            ),
          );
        },
      });
    });
  },
};

/** Keys of letters alone need no quotes. */
const toLetters = (name: string) =>
  createHash('sha512')
    .update(name)
    .digest('base64')
    .replace(/[^A-Za-z]/g, '');

/** The shortest unused prefix of a module's hash. */
function assignIds(modules: Named[]): void {
  const named = modules
    .map((module) => ({ module, name: withoutLocation(module.identifier) }))
    .sort((a, b) => (a.name < b.name ? -1 : 1));
  const usedIds = new Set<string>();
  for (const { module, name } of named) {
    const letters = toLetters(name);
    let length = 1;
    while (usedIds.has(letters.slice(0, length))) length += 1;
    module.id = letters.slice(0, length);
    usedIds.add(module.id);
  }
}

const withoutLocation = (name: string) =>
  spellings.reduce((text, path) => text.replaceAll(path, ''), name.replace(mark, ''));
