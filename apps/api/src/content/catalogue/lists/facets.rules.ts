import { levels, mostWhole, postTypes, series } from '@cme/contract/base';
import { ContentFilters, creditRanges } from '@cme/contract/content';

/** The filter choices of a content, in the order of their bits: append only, at most 62. */
const choices: readonly string[] = [
  ...series.map(({ code }) => `series:${code}`),
  ...levels.map(({ code }) => `level:${code}`),
  ...postTypes.map(({ code }) => `post_type:${code}`),
  ...['public', 'pro'].map((kind) => `subject_kind:${kind}`),
  ...['free', 'paid'].map((kind) => `price_kind:${kind}`),
  ...['国家', '省', '市', '单位'].map((level) => `project_level:${level}`),
  ...['video', 'live', 'face', 'mixed'].map((teachWay) => `teach_way:${teachWay}`),
  ...['C', 'P', 'X', 'L'].map((type) => `content_type:${type}`),
];
const bits = new Map(choices.map((choice, index) => [choice, 1n << BigInt(index)]));
/** Matches nothing. */
const unknownChoice = 1n << 62n;
const bitOf = (facet: string, value: string): bigint => bits.get(`${facet}:${value}`) ?? 0n;
const bitsOf = (facet: string, values: readonly string[]): bigint =>
  values.reduce((sum, value) => sum | bitOf(facet, value), 0n);

/** An empty list means no restriction. */
const orAllCodes = (
  values: readonly string[],
  options: readonly { code: string }[],
): readonly string[] => (values.length > 0 ? values : options.map(({ code }) => code));

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

/** All choices that match this content. */
export function facetsOf(content: Faceted): bigint {
  return (
    bitsOf('series', orAllCodes(content.series_codes, series)) |
    bitsOf('level', orAllCodes(content.levels, levels)) |
    bitsOf('post_type', orAllCodes(content.post_types, postTypes)) |
    bitOf('subject_kind', content.subject_kind) |
    bitOf('price_kind', content.is_free === 'Y' ? 'free' : 'paid') |
    bitOf('project_level', content.project_level) |
    bitOf('teach_way', content.teach_way) |
    bitOf('content_type', content.content_type === 'R' ? 'L' : content.content_type)
  );
}

const everySeries = bitsOf(
  'series',
  series.map(({ code }) => code),
);
/** The professions among a content's choices. */
export const seriesOf = (facets: bigint): bigint => facets & everySeries;

export const noFilters = ContentFilters.parse({});

const faceted = [
  'subject_kind',
  'series',
  'level',
  'post_type',
  'price_kind',
  'project_level',
  'teach_way',
  'content_type',
] as const;

/** The condition on a row: all bits of `choices`, and within the ranges. */
export interface FacetQuery {
  choices: bigint;
  /** The number of bits. */
  number: number;
  /** Column, lower and upper bound, both inclusive. */
  ranges: { column: 'year' | 'discipline' | 'credits' | 'place'; from: number; to: number }[];
}

export function toFacetQuery(filters: Omit<ContentFilters, 'sort' | 'keyword'>): FacetQuery {
  const chosen = faceted.filter((facet) => filters[facet] !== '');
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
  const choices = chosen.reduce(
    (sum, facet) => sum | (bitOf(facet, filters[facet]) || unknownChoice),
    0n,
  );
  return { choices, number: chosen.length, ranges };
}
