import { posix } from 'node:path';
import { type Fault, importsOf, isTest, type Tree } from './tree.ts';

/** The rooms of the API from the ground up. A file imports from its own room and from those named
 * before it, types included; files beside `app.ts` put everything together and stand above all.
 * What something below causes above it is a function that `app.ts` hands in. */
export const apiOrder: readonly (readonly string[])[] = [
  // The base: what no module has to know about.
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
  // Where, and who.
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
  // What there is to study, and studying it.
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
  // What it earns.
  ['credits', 'exchange', 'certificate'],
  // Buying it, and giving it back.
  ['refund-record', 'card', 'order', 'shopplist', 'pay', 'invoice', 'refund'],
  // Pages that join several.
  ['my', 'home', 'detail', 'personal-data'],
  // Sample content and staff commands, which use all of it.
  ['who.ts', 'sample', 'commands'],
];

const ranks = new Map(apiOrder.flat().map((room, rank) => [room, rank]));

const source = 'apps/api/src/';

/** The room that a file of the API stands in: its module, else its folder, else its own name. */
export function roomOf(path: string): string | undefined {
  if (!path.startsWith(source)) return undefined;
  const [first = '', second = ''] = path.slice(source.length).split('/');
  return first === 'modules' ? second : first;
}

/** Imports that point upwards, and rooms that stand nowhere in the order. */
export function apiOrderFaults(tree: Tree): Fault[] {
  const found: Fault[] = [];
  const unknown = new Set<string>();
  for (const file of tree.sources) {
    const own = roomOf(file.path);
    if (own === undefined || isTest(file.path)) continue;
    const rank = ranks.get(own) ?? Infinity;
    if (file.path.startsWith(`${source}modules/`) && rank === Infinity) unknown.add(own);
    for (const { specifier, line } of importsOf(file)) {
      if (!specifier.startsWith('.')) continue;
      const target = roomOf(posix.join(posix.dirname(file.path), specifier));
      if (target === undefined || target === own || (ranks.get(target) ?? Infinity) < rank)
        continue;
      if (rank === Infinity) continue;
      found.push({ at: `${file.path}:${line}`, text: `${own} stands below ${target}` });
    }
  }
  for (const room of unknown)
    found.push({ at: `${source}modules/${room}`, text: 'has no place in the order of modules' });
  return found;
}
