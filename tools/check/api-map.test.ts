import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join, posix } from 'node:path';
import { everyCall } from '@cme/contract/every-call';
import { describe, expect, it } from 'vitest';
import { rooms } from './api-order.ts';

const root = join(import.meta.dirname, '../..');
const source = 'apps/api/src/';
const files = execFileSync('git', ['ls-files'], { cwd: root, encoding: 'utf8' }).trim().split('\n');
const readText = (path: string) => readFileSync(join(root, path), 'utf8');

/** The folders of the API below its rooms, as `<room>/<folder>`. */
const folders = [
  ...new Set(
    files
      .filter((path) => path.startsWith(source))
      .map((path) => posix.dirname(path.slice(source.length)))
      .filter((path) => path.includes('/')),
  ),
].toSorted();

const map = readText('apps/api/README.md')
  .split(/^### /m)
  .slice(1)
  .map((part) => {
    const [room = '', ...lines] = part.split(/^## /m, 1)[0]?.split('\n') ?? [];
    const rows = lines.flatMap((line) => /^\| `([^`]+)` \| \S/.exec(line)?.[1] ?? []);
    return { room, rows };
  });

describe('the map of the API', () => {
  it('has the rooms in their order, then what may import every room', () => {
    expect(map.map(({ room }) => room)).toEqual([...rooms, 'commands', 'sample']);
  });

  it('names each folder once, and none that does not exist', () => {
    const named = map.flatMap(({ room, rows }) => rows.map((folder) => `${room}/${folder}`));
    expect(named.toSorted()).toEqual(folders);
  });

  it.each([...rooms, 'commands'])('%s has a page beside its code', (room) => {
    expect(files).toContain(`${source}${room}/README.md`);
  });
});

describe.each([...rooms])('the room %s', (room) => {
  it('registers its calls itself, and the API calls it', () => {
    expect(files).toContain(`${source}${room}/register.ts`);
    expect(readText(`${source}app.ts`)).toContain(`'./${room}/register.ts'`);
  });

  it('names all its tables, and the schema names the room', () => {
    const named = readText(`${source}${room}/tables.ts`).matchAll(/^export \* from '\.\/(.+)';$/gm);
    const own = files.filter(
      (path) => path.startsWith(`${source}${room}/`) && path.endsWith('.tables.ts'),
    );
    expect([...named].map(([, path]) => `${source}${room}/${path}`).toSorted()).toEqual(
      own.toSorted(),
    );
    expect(readText(`${source}schema.ts`)).toContain(`'./${room}/tables.ts'`);
  });
});

const calls = new Set(everyCall.map(({ path }) => path.replace('/qm/api/', '')));
const pages = files.filter((path) => /^apps\/api\/.*\.md$/.test(path));

it.each(pages)('every file that %s names exists', (page) => {
  const spans = [...readText(page).matchAll(/`([^`\n]+)`/g)].map(([, span]) => span ?? '');
  const named = spans.filter((span) => /^\w[\w./-]*\.(ts|sql|md|mjs)$/.test(span));
  const places = [posix.dirname(page), 'apps/api', 'apps/api/src', '.'];
  const missing = named.filter(
    (path) =>
      !places.some((place) => files.includes(posix.join(place, path))) &&
      !files.some(
        (file) => file.startsWith(`${posix.dirname(page)}/`) && file.endsWith(`/${path}`),
      ),
  );
  expect(missing).toEqual([]);
});

it.each(pages)('every folder of a room that %s names exists', (page) => {
  const named = [...readText(page).matchAll(/`(?:src\/)?((?:[a-z-]+\/)+[a-z-]+)`/g)]
    .map(([, path]) => path ?? '')
    .filter((path) => [...rooms, 'modules'].some((room) => path.startsWith(`${room}/`)));
  expect(named.filter((path) => !folders.includes(path) && !calls.has(path))).toEqual([]);
});
