import { levels, type Option, postTypes, series } from '@cme/contract/base';
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

export const toOptions = (rows: readonly (readonly [string, string])[]): Option[] =>
  rows.map(([code, name]) => ({ code, name }));

/** The years that the list offers, plus the one in the URL if it is none of them. */
const toYearOptions = (years: readonly string[], chosen: string): Option[] =>
  [...new Set([...years, chosen])]
    .filter(Boolean)
    .toSorted()
    .toReversed()
    .map((year) => ({ code: year, name: words.yearOf(year) }));

const rows = [
  ['series', series],
  ['level', levels],
  ['post_type', postTypes],
  ['project_level', toOptions(words.projectLevels)],
  ['teach_way', toOptions(words.teachWays)],
  ['credits', toOptions(words.credits)],
  ['year', []],
  ['price_kind', toOptions(words.prices)],
] as const;

/** Filters that only the list of both kinds has. */
const rowsOfAll = [
  ['recommended', toOptions(words.recommended)],
  ['subject_kind', toOptions(words.subjects)],
] as const;

export const countChosenFacets = (filters: Filters): number =>
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
  const shownRows = kind === 'all' ? [...rowsOfAll, ...rows] : rows;
  return (
    <FilterPanel
      results={total}
      lead={<ProfileFilter filters={filters} onChange={onChange} />}
      onReset={onReset}
      count={countChosenFacets(filters) + (filters.sort === 'best' ? 0 : 1)}
    >
      <DisciplineRows filters={filters} onChange={onChange} />
      {shownRows.map(([facet, options]) => (
        <FilterRow
          key={facet}
          label={words.filters[facet]}
          options={facet === 'year' ? toYearOptions(years, filters.year) : options}
          value={filters[facet]}
          onChange={(value) => onChange({ [facet]: value })}
        />
      ))}
      <FilterRow
        label={words.filters.sort}
        options={toOptions(words.sorts)}
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
  const offeredDisciplines = disciplines.filter(
    ({ code }) =>
      filters.subject_kind === '' || (filters.subject_kind === 'public') === (code === '00'),
  );
  const openLevels = path.filter(({ parts }) => parts.length > 0);
  const getCodeAt = (depth: number) => path[depth]?.code ?? '';
  return (
    <>
      <FilterRow
        label={words.filters.discipline}
        options={offeredDisciplines}
        value={getCodeAt(0)}
        onChange={(discipline) => onChange({ discipline })}
      />
      {openLevels.map(({ code, name, parts }, depth) => (
        <FilterRow
          key={code}
          label={words.partsOf(name)}
          options={parts}
          value={getCodeAt(depth + 1)}
          onChange={(part) => onChange({ discipline: part || code })}
        />
      ))}
    </>
  );
}
