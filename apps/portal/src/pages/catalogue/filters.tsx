import { levels, postTypes, series, type Option } from '@cme/contract';
import { Button, FilterRow } from '@cme/ui';
import { words } from '../../words.ts';
import css from './catalogue.module.css';
import type { filtersOf, Kind } from './catalogue.queries.ts';

interface Props {
  kind: Kind;
  filters: ReturnType<typeof filtersOf>;
  onChange(part: Record<string, string>): void;
  onReset(): void;
}

const withAll = (options: readonly Option[]) => [{ value: '', label: words.all }, ...options.map(({ code, name }) => ({ value: code, label: name }))];
const pairs = (rows: readonly (readonly [string, string])[]) => rows.map(([value, label]) => ({ value, label }));

/** Rows of chips, one row a facet; what is chosen is told by fill and by `aria-pressed`. */
export function Filters({ filters, onChange, onReset }: Props) {
  return (
    <section className={css.filters}>
      <FilterRow label={words.filters.series} options={withAll(series)} value={filters.series} onChange={(value) => onChange({ series: value })} collapsible />
      <FilterRow label={words.filters.level} options={withAll(levels)} value={filters.level} onChange={(value) => onChange({ level: value })} />
      <FilterRow label={words.filters.post_type} options={withAll(postTypes)} value={filters.post_type} onChange={(value) => onChange({ post_type: value })} />
      <FilterRow label={words.filters.price_kind} options={pairs(words.prices)} value={filters.price_kind} onChange={(value) => onChange({ price_kind: value })} />
      <FilterRow label={words.filters.sort} options={pairs(words.sorts)} value={filters.sort} onChange={(value) => onChange({ sort: value === 'new' ? '' : value })} />
      <Button variant="subtle" className={css.reset} onClick={onReset}>{words.reset}</Button>
    </section>
  );
}
