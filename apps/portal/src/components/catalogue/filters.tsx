import { levels, type Option, postTypes, series } from '@cme/contract';
import { disciplinePath, disciplines } from '@cme/contract/disciplines';
import { FilterPanel } from '@cme/ui/filter-panel';
import { FilterRow } from '@cme/ui/filter-row';
import type { Filters, Kind } from './catalogue.queries.ts';
import { words } from './catalogue.words.ts';
import { ProfileFilter } from './profile-filter.tsx';

export interface FilterProps {
  filters: Filters;
  onChange(part: Record<string, string>): void;
}

export const pairs = (rows: readonly (readonly [string, string])[]): Option[] =>
  rows.map(([code, name]) => ({ code, name }));

/** The years of what the site offers, as the list told them, and the one of an address that is
 * none of them. */
const yearsOf = (years: readonly string[], chosen: string): Option[] =>
  [...new Set([...years, chosen])]
    .filter(Boolean)
    .toSorted()
    .toReversed()
    .map((year) => ({ code: year, name: words.yearOf(year) }));

const rows = [
  ['series', series],
  ['level', levels],
  ['post_type', postTypes],
  ['project_level', pairs(words.projectLevels)],
  ['teach_way', pairs(words.teachWays)],
  ['credits', pairs(words.credits)],
  ['year', []],
  ['price_kind', pairs(words.prices)],
] as const;

/** What only a list of both kinds of subjects offers. */
const rowsOfAll = [
  ['recommended', pairs(words.recommended)],
  ['subject_kind', pairs(words.subjects)],
] as const;

export const chosenFacets = (filters: Filters): number =>
  rows.filter(([facet]) => filters[facet]).length +
  (filters.discipline ? 1 : 0) +
  (filters.recommended ? 1 : 0);

interface Props extends FilterProps {
  kind: Kind;
  years: readonly string[];
  /** How many the filters leave; undefined while that is being found out. */
  total: number | undefined;
  onReset(): void;
}

/** 适合我 in view, the rest one click away: rows of chips, one row a facet; what is chosen is told
 * by fill and by `aria-pressed`. */
export function FilterRows({ kind, filters, years, total, onChange, onReset }: Props) {
  const shown = kind === 'all' ? [...rowsOfAll, ...rows] : rows;
  return (
    <FilterPanel
      results={total}
      lead={<ProfileFilter filters={filters} onChange={onChange} />}
      onReset={onReset}
      count={chosenFacets(filters) + (filters.sort === 'best' ? 0 : 1)}
    >
      <DisciplineRows filters={filters} onChange={onChange} />
      {shown.map(([facet, options]) => (
        <FilterRow
          key={facet}
          label={words.filters[facet]}
          options={facet === 'year' ? yearsOf(years, filters.year) : options}
          value={filters[facet]}
          onChange={(value) => onChange({ [facet]: value })}
        />
      ))}
      <FilterRow
        label={words.filters.sort}
        options={pairs(words.sorts)}
        value={filters.sort}
        onChange={(value) => onChange({ sort: value === 'best' ? '' : value })}
        hasAll={false}
      />
    </FilterPanel>
  );
}

/** The tree of disciplines, a row for each level that has been opened. */
function DisciplineRows({ filters, onChange }: FilterProps) {
  const path = disciplinePath(filters.discipline);
  const offered = disciplines.filter(
    ({ code }) =>
      filters.subject_kind === '' || (filters.subject_kind === 'public') === (code === '00'),
  );
  const opened = path.filter(({ parts }) => parts.length > 0);
  const codeAt = (depth: number) => path[depth]?.code ?? '';
  return (
    <>
      <FilterRow
        label={words.filters.discipline}
        options={offered}
        value={codeAt(0)}
        onChange={(discipline) => onChange({ discipline })}
      />
      {opened.map(({ code, name, parts }, depth) => (
        <FilterRow
          key={code}
          label={words.partsOf(name)}
          options={parts}
          value={codeAt(depth + 1)}
          onChange={(part) => onChange({ discipline: part || code })}
        />
      ))}
    </>
  );
}
