import { posix } from 'node:path';
import { type Fault, findImports, isTest, type Tree } from './tree.ts';

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
    'file',
    'fact',
    'membership',
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
  ['signed-in.ts', 'sample', 'commands'],
];

const ranks = new Map(apiOrder.flat().map((folder, rank) => [folder, rank]));

const source = 'apps/api/src/';

/** The folder of an API file in this order: its module, else its folder, else its own name. */
export function getModuleFolder(path: string): string | undefined {
  if (!path.startsWith(source)) return undefined;
  const [first = '', second = ''] = path.slice(source.length).split('/');
  return first === 'modules' ? second : first;
}

/** Imports from a higher folder, and folders missing from the order. */
export function findApiOrderFaults(tree: Tree): Fault[] {
  const faults: Fault[] = [];
  const unknown = new Set<string>();
  for (const file of tree.sources) {
    const ownFolder = getModuleFolder(file.path);
    if (ownFolder === undefined || isTest(file.path)) continue;
    const rank = ranks.get(ownFolder) ?? Infinity;
    if (file.path.startsWith(`${source}modules/`) && rank === Infinity) unknown.add(ownFolder);
    for (const { specifier, line } of findImports(file)) {
      if (!specifier.startsWith('.')) continue;
      const target = getModuleFolder(posix.join(posix.dirname(file.path), specifier));
      if (target === undefined || target === ownFolder || (ranks.get(target) ?? Infinity) < rank)
        continue;
      if (rank === Infinity) continue;
      faults.push({ at: `${file.path}:${line}`, text: `${ownFolder} may not import ${target}` });
    }
  }
  for (const folder of unknown)
    faults.push({ at: `${source}modules/${folder}`, text: 'is missing from the order of modules' });
  return faults;
}
