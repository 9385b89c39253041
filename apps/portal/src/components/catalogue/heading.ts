import { type HomeList, homeLists } from '../home-lists.ts';
import type { Filters, Kind } from './catalogue.queries.ts';
import { words } from './catalogue.words.ts';

const defaults: Partial<Record<keyof Filters, string>> = { sort: 'best' };

/** A list has the title of the home page block with the same filters. */
export function getHeading(kind: Kind, filters: Filters): string {
  if (kind !== 'all') return words[kind];
  const { page: _page, ...chosen } = filters;
  const names = Object.keys(homeLists) as HomeList[];
  const match = names.find((name) =>
    (Object.keys(chosen) as (keyof typeof chosen)[]).every((facet) => {
      const expected = (homeLists[name] as Partial<Record<string, string>>)[facet];
      return chosen[facet] === (expected ?? defaults[facet] ?? '');
    }),
  );
  return match ? words.homeLists[match] : words.all;
}
