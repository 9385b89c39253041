import { posix } from 'node:path';
import { type Fault, findImports, isTest, type Tree } from './tree.ts';

/** The rooms of the API in dependency order. A file may import from its own room and from those
 * before it, types included; files next to `app.ts`, commands and sample content may import
 * everything. When a lower room triggers something in a higher one, `app.ts` passes a function to it. */
export const rooms = [
  'platform',
  'site',
  'person',
  'content',
  'study',
  'credits',
  'payment',
  'screens',
] as const;

const source = 'apps/api/src/';
const above = ['commands', 'sample'];

/** The folder of an API file below `src`, else its own name. */
export function getRoom(path: string): string | undefined {
  return path.startsWith(source) ? path.slice(source.length).split('/', 1)[0] : undefined;
}

const rankOf = (room: string) => {
  const rank = rooms.findIndex((name) => name === room);
  return rank < 0 ? rooms.length : rank;
};

/** Imports from a higher room, and folders that are none. */
export function findApiOrderFaults(tree: Tree): Fault[] {
  const faults: Fault[] = [];
  const unknown = new Set<string>();
  for (const file of tree.sources) {
    const room = getRoom(file.path);
    if (room === undefined || isTest(file.path)) continue;
    const isFolder = file.path.slice(source.length).includes('/');
    if (rankOf(room) === rooms.length) {
      if (isFolder && !above.includes(room)) unknown.add(room);
      continue;
    }
    for (const { specifier, line } of findImports(file)) {
      if (!specifier.startsWith('.')) continue;
      const target = getRoom(posix.join(posix.dirname(file.path), specifier));
      if (target !== undefined && rankOf(target) > rankOf(room))
        faults.push({ at: `${file.path}:${line}`, text: `${room} may not import ${target}` });
    }
  }
  for (const room of unknown)
    faults.push({ at: `${source}${room}`, text: 'is no room of the API' });
  return faults;
}
