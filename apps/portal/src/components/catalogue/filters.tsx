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

/** The years that the list offers, plus the one in the URL if it is none of them. */
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

/** Filters that only the list of both kinds has. */
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
  /** Number of results; undefined while loading. */
  total: number | undefined;
  onReset(): void;
}

/**
 * 适合我 is always visible, the other filters are collapsed: one row of chips per facet; the
 * selected chip is filled and has `aria-pressed`.
 */
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

/** The tree of disciplines, one row per expanded level. */
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
