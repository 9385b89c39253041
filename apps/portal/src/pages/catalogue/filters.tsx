import { levels, postTypes, series, type Option } from '@cme/contract';
import { FilterPanel } from '@cme/ui/filter-panel';
import { FilterRow } from '@cme/ui/filter-row';
import type { filtersOf } from './catalogue.queries.ts';
import { words } from './catalogue.words.ts';
import { ProfileFilter } from './profile-filter.tsx';

interface Props {
  filters: ReturnType<typeof filtersOf>;
  onChange(part: Record<string, string>): void;
  onReset(): void;
}

const pairs = (rows: readonly (readonly [string, string])[]): Option[] =>
  rows.map(([code, name]) => ({ code, name }));
const facets = ['series', 'level', 'post_type', 'price_kind'] as const;

/** 适合我 in view, the rest one click away: rows of chips, one row a facet; what is chosen is told
 * by fill and by `aria-pressed`. */
export function Filters({ filters, onChange, onReset }: Props) {
  return (
    <FilterPanel
      lead={<ProfileFilter filters={filters} onChange={onChange} />}
      onReset={onReset}
      count={facets.filter((facet) => filters[facet]).length + (filters.sort === 'new' ? 0 : 1)}
    >
      <FilterRow
        label={words.filters.series}
        options={series}
        value={filters.series}
        onChange={(value) => onChange({ series: value })}
      />
      <FilterRow
        label={words.filters.level}
        options={levels}
        value={filters.level}
        onChange={(value) => onChange({ level: value })}
      />
      <FilterRow
        label={words.filters.post_type}
        options={postTypes}
        value={filters.post_type}
        onChange={(value) => onChange({ post_type: value })}
      />
      <FilterRow
        label={words.filters.price_kind}
        options={pairs(words.prices)}
        value={filters.price_kind}
        onChange={(value) => onChange({ price_kind: value })}
      />
      <FilterRow
        label={words.filters.sort}
        options={pairs(words.sorts)}
        value={filters.sort}
        onChange={(value) => onChange({ sort: value === 'new' ? '' : value })}
        hasAll={false}
      />
    </FilterPanel>
  );
}
