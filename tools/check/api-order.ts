import { posix } from 'node:path';
import { type Fault, importsOf, isTest, type Tree } from './tree.ts';

/** The folders of the API in dependency order. A file may import from its own folder and from those
 * listed before it, types included; files next to `app.ts` may import everything. When a lower
 * module triggers something in a higher one, `app.ts` passes a function to it. */
export const apiOrder: readonly (readonly string[])[] = [
  // Infrastructure.
  [
    'settings',
    'money',
    'locks',
    'batching',
    'database',
    'state-log',
    'jobs',
    'printing',
    'storage',
  ],
  ['sites', 'context.ts', 'http', 'media'],
  // Sites, areas and people.
  [
    'rollout',
    'site',
    'area',
    'message',
    'approval',
    'unit',
    'identity',
    'membership',
    'file',
    'verification',
  ],
  // Content and study.
  [
    'search',
    'news',
    'help',
    'catalogue',
    'transcode',
    'collection',
    'learning',
    'appraise',
    'note',
    'homework',
    'inquiry',
  ],
  ['survey', 'exam', 'player', 'trial', 'live', 'activity', 'trainingclass'],
  // Credits and certificates.
  ['credits', 'exchange', 'certificate'],
  // Orders, payments and refunds.
  ['refund-record', 'card', 'order', 'shopplist', 'pay', 'invoice', 'refund'],
  // Pages that join several.
  ['my', 'home', 'detail', 'personal-data'],
  // Sample content and staff commands.
  ['who.ts', 'sample', 'commands'],
];

const ranks = new Map(apiOrder.flat().map((folder, rank) => [folder, rank]));

const source = 'apps/api/src/';

/** The folder of an API file in this order: its module, else its folder, else its own name. */
export function folderOf(path: string): string | undefined {
  if (!path.startsWith(source)) return undefined;
  const [first = '', second = ''] = path.slice(source.length).split('/');
  return first === 'modules' ? second : first;
}

/** Imports from a higher folder, and folders missing from the order. */
export function apiOrderFaults(tree: Tree): Fault[] {
  const found: Fault[] = [];
  const unknown = new Set<string>();
  for (const file of tree.sources) {
    const own = folderOf(file.path);
    if (own === undefined || isTest(file.path)) continue;
    const rank = ranks.get(own) ?? Infinity;
    if (file.path.startsWith(`${source}modules/`) && rank === Infinity) unknown.add(own);
    for (const { specifier, line } of importsOf(file)) {
      if (!specifier.startsWith('.')) continue;
      const target = folderOf(posix.join(posix.dirname(file.path), specifier));
      if (target === undefined || target === own || (ranks.get(target) ?? Infinity) < rank)
        continue;
      if (rank === Infinity) continue;
      found.push({ at: `${file.path}:${line}`, text: `${own} may not import ${target}` });
    }
  }
  for (const folder of unknown)
    found.push({ at: `${source}modules/${folder}`, text: 'is missing from the order of modules' });
  return found;
}
