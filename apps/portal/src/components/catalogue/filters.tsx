import { levels, type Option, postTypes, series } from '@cme/contract';
import { disciplinePath, disciplines } from '@cme/contract/disciplines';
import { FilterPanel } from '@cme/ui/filter-panel';
import { FilterRow } from '@cme/ui/filter-row';
import type { Filters } from './catalogue.queries.ts';
import { words } from './catalogue.words.ts';
import { ProfileFilter } from './profile-filter.tsx';

export interface FilterProps {
  filters: Filters;
  onChange(part: Record<string, string>): void;
}

export const pairs = (rows: readonly (readonly [string, string])[]): Option[] =>
  rows.map(([code, name]) => ({ code, name }));

/** The years that are offered: those of the platform's courses. */
const years = ['2026', '2025', '2024'].map((year) => ({ code: year, name: words.yearOf(year) }));

const rows = [
  ['series', series],
  ['level', levels],
  ['post_type', postTypes],
  ['project_level', pairs(words.projectLevels)],
  ['teach_way', pairs(words.teachWays)],
  ['credits', pairs(words.credits)],
  ['year', years],
  ['price_kind', pairs(words.prices)],
] as const;

export const chosenFacets = (filters: Filters): number =>
  rows.filter(([facet]) => filters[facet]).length + (filters.discipline ? 1 : 0);

/** 适合我 in view, the rest one click away: rows of chips, one row a facet; what is chosen is told
 * by fill and by `aria-pressed`. */
export function FilterRows({ filters, onChange, onReset }: FilterProps & { onReset(): void }) {
  return (
    <FilterPanel
      lead={<ProfileFilter filters={filters} onChange={onChange} />}
      onReset={onReset}
      count={chosenFacets(filters) + (filters.sort === 'best' ? 0 : 1)}
    >
      <DisciplineRows filters={filters} onChange={onChange} />
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
  const offered = disciplines.filter(({ code }) =>
    filters.subject_kind === 'public' ? code === '00' : code !== '00',
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
