import { levels, type Option, postTypes, series } from '@cme/contract/base';
import { FilterPanel } from '@cme/ui/filter-panel';
import { FilterRow } from '@cme/ui/filter-row';
import type { Filters } from './search.queries.ts';
import { words } from './search.words.ts';

const toOptions = (rows: readonly (readonly [string, string])[]): Option[] =>
  rows.map(([code, name]) => ({ code, name }));

const rows = [
  ['subject_kind', toOptions(words.subjects)],
  ['series', series],
  ['level', levels],
  ['post_type', postTypes],
  ['price_kind', toOptions(words.prices)],
] as const;

/** Filters of the results; all except the sort order restrict them to courses. */
export function SearchFiltersPanel({
  filters,
  results,
  onChange,
  onReset,
}: {
  filters: Filters;
  /** Number of results; undefined while loading. */
  results: number | undefined;
  onChange(part: Record<string, string>): void;
  onReset(): void;
}) {
  const chosen = rows.filter(([facet]) => filters[facet]).length + (filters.sort ? 1 : 0);
  return (
    <FilterPanel results={results} onReset={onReset} count={chosen}>
      {rows.map(([facet, options]) => (
        <FilterRow
          key={facet}
          label={words.filters[facet]}
          options={options}
          value={filters[facet]}
          onChange={(value) => onChange({ [facet]: value })}
        />
      ))}
      <FilterRow
        label={words.filters.sort}
        options={toOptions(words.sorts)}
        value={filters.sort}
        onChange={(value) => onChange({ sort: value })}
        hasAll={false}
      />
    </FilterPanel>
  );
}
