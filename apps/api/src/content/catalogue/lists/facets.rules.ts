import { type levels, mostWhole, type postTypes, series } from '@cme/contract/base';
import { type ContentFilters, creditRanges } from '@cme/contract/content';

type BitsOf<Options extends readonly { code: string }[]> = Record<Options[number]['code'], number>;

/** The bit of each choice in its filter's column of `content_listing`. It means the same for ever: a
 * new choice takes the next free bit, wherever the contract lists it; a new filter takes a new
 * column. Conditions are in this order, the most selective first. */
export const choiceBits = {
  project_level: { 国家: 0, 省: 1, 市: 2, 单位: 3 },
  teach_way: { video: 0, live: 1, face: 2, mixed: 3 },
  level: { A: 0, B: 1, C: 2, D: 3 } satisfies BitsOf<typeof levels>,
  price_kind: { free: 0, paid: 1 },
  series: Object.fromEntries(series.map(({ code }) => [code, Number(code)])),
  post_type: { E: 0, M: 1, A: 2 } satisfies BitsOf<typeof postTypes>,
  subject_kind: { public: 0, pro: 1 },
  content_type: { C: 0, P: 1, X: 2, L: 3 },
};
export type Facet = keyof typeof choiceBits;
const facets = Object.keys(choiceBits) as Facet[];

/** Every bit, of later choices too: the content has no restriction. */
const everyChoice = -1;
/** No bit: an unknown choice matches nothing. */
const noChoice = 0;

/** The mask of one choice. */
export function maskOf(facet: Facet, code: string): number {
  const bits: Readonly<Record<string, number>> = choiceBits[facet];
  const bit = Object.hasOwn(bits, code) ? bits[code] : undefined;
  return bit === undefined ? noChoice : 2 ** bit;
}

/** The mask of a list; an empty list means no restriction. */
const maskOfScope = (facet: Facet, codes: readonly string[]): number =>
  codes.length === 0
    ? everyChoice
    : [...new Set(codes)].reduce((sum, code) => sum + maskOf(facet, code), noChoice);

interface Faceted {
  content_type: string;
  subject_kind: string;
  series_codes: readonly string[];
  levels: readonly string[];
  post_types: readonly string[];
  is_free: string;
  project_level: string;
  teach_way: string;
}

/** The choices that match this content, by filter. */
export const toMasks = (content: Faceted): Record<Facet, number> => ({
  series: maskOfScope('series', content.series_codes),
  level: maskOfScope('level', content.levels),
  post_type: maskOfScope('post_type', content.post_types),
  subject_kind: maskOf('subject_kind', content.subject_kind),
  price_kind: maskOf('price_kind', content.is_free === 'Y' ? 'free' : 'paid'),
  project_level: maskOf('project_level', content.project_level),
  teach_way: maskOf('teach_way', content.teach_way),
  content_type: maskOf('content_type', content.content_type === 'R' ? 'L' : content.content_type),
});

/** The condition on a row: a bit of each mask, and within the ranges. */
export interface FacetQuery {
  choices: { column: Facet; mask: number }[];
  /** Column, lower and upper bound, both inclusive. */
  ranges: { column: 'year' | 'discipline' | 'credits' | 'place'; from: number; to: number }[];
}

export function toFacetQuery(filters: Omit<ContentFilters, 'sort' | 'keyword'>): FacetQuery {
  const ranges: FacetQuery['ranges'] = [];
  const { year, discipline, credits } = filters;
  if (year) ranges.push({ column: 'year', from: Number(year), to: Number(year) });
  if (discipline)
    ranges.push({
      column: 'discipline',
      from: Number(discipline.padEnd(6, '0')),
      to: Number(discipline.padEnd(6, '9')),
    });
  if (credits) {
    const [from, to] = creditRanges[credits];
    ranges.push({ column: 'credits', from: from * 100, to: to * 100 - 1 });
  }
  if (filters.recommended) ranges.push({ column: 'place', from: 0, to: mostWhole - 1 });
  const choices = facets
    .filter((facet) => filters[facet] !== '')
    .map((facet) => ({ column: facet, mask: maskOf(facet, filters[facet]) }));
  return { choices, ranges };
}
