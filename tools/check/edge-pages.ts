import { areas } from '@cme/contract/site';
import type { AreaPages } from '@cme/contract/site/pages';
import { type Fault, isTest, type Tree } from './tree.ts';

const own = /^apps\/edge\/src\/.*\.(ts|js)$/;
/** Of the links between pages, the edge needs only which area a path belongs to. */
const linkImport = /import (?:type )?\{([^}]*)\} from '@cme\/commons\/route-links'/g;

/** Comments, and names of fields in types. */
const notCode = /\/\*[\s\S]*?\*\/|\/\/.*|Pick<[^>]*>/g;

/** Pages, calls and chunks of areas that a file of the edge names. It reads them from releases. */
export function findNamedPages(tree: Tree, declared: AreaPages[]): Fault[] {
  const pages = declared.flatMap((area) => area.pages);
  const calls = pages.flatMap((page) =>
    (page.calls ?? []).flatMap(({ path, next }) => [path, next?.path ?? path]),
  );
  const words = new Set([
    ...pages.map(({ path }) => path).filter((path) => path.length > 1),
    ...calls.flatMap((path) => [path, path.replace('/qm/api/v5/', '/qm/api/')]),
    ...declared.flatMap(({ calling }) => calling),
    // An area may be named, and its frame's chunk is named after it.
    ...pages
      .flatMap(({ chunks }) => chunks)
      .filter((chunk) => !areas.some((area) => area === chunk)),
  ]);
  return tree.sources
    .filter(({ path }) => own.test(path) && !isTest(path))
    .flatMap(({ path, text }) => {
      const code = text.replace(notCode, '');
      const named = [...code.matchAll(/'([^'\n]+)'/g)].flatMap(([, word = '']) =>
        words.has(word) ? [word] : [],
      );
      const links = [...code.matchAll(linkImport)].flatMap(([, names = '']) =>
        names
          .split(',')
          .flatMap((name) => (/^\s*(areaOf|findTitle)?\s*$/.test(name) ? [] : [name.trim()])),
      );
      return [...named, ...links].map((word) => ({ at: path, text: `names ${word} of an area` }));
    });
}
