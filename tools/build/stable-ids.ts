import { createHash } from 'node:crypto';
import { join } from 'node:path';
import type { RsbuildPlugin, Rspack } from '@rsbuild/core';

const root = join(import.meta.dirname, '../..');
/** As a path stands in plain names, and in those of modules that are a URL. */
const spellings = [root, encodeURIComponent(root)];
/** What stands behind a module that others have been put into: made of their full paths. */
const mark = /\|[0-9a-f]{16}$/;

/** A module as the hook hands it out: its name is no function there, whatever the types say. */
interface Named {
  identifier: string;
  id: string;
}

/** Gives modules ids that do not depend on where the workspace lies: the same source is the same
 * release in every folder. The bundler's own short ids take in the full paths of federated modules,
 * and by their length those of all others. */
export const stableIds: RsbuildPlugin = {
  name: 'stable-ids',
  setup: (api) => {
    api.modifyRspackConfig((config, { isProd }) => {
      if (!isProd) return;
      (config.plugins ??= []).push({
        apply(compiler: Rspack.Compiler) {
          compiler.hooks.compilation.tap('StableIds', (compilation) =>
            compilation.hooks.beforeModuleIds.tap('StableIds', (modules) =>
              giveIds([...modules] as unknown as Named[]),
            ),
          );
        },
      });
    });
  },
};

/** Letters alone need no quotes where they are keys. */
const lettersOf = (name: string) =>
  createHash('sha512')
    .update(name)
    .digest('base64')
    .replace(/[^A-Za-z]/g, '');

/** The fewest letters of a module's hash that no other one has taken before it. */
function giveIds(modules: Named[]): void {
  const named = modules
    .map((module) => ({ module, name: placeless(module.identifier) }))
    .sort((a, b) => (a.name < b.name ? -1 : 1));
  const taken = new Set<string>();
  for (const { module, name } of named) {
    const letters = lettersOf(name);
    let length = 1;
    while (taken.has(letters.slice(0, length))) length += 1;
    module.id = letters.slice(0, length);
    taken.add(module.id);
  }
}

const placeless = (name: string) =>
  spellings.reduce((text, path) => text.replaceAll(path, ''), name.replace(mark, ''));
