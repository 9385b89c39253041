import type { Option } from '@cme/contract/base';
import { useId, useState } from 'react';
import { filterWords as words } from './filter.words.ts';

interface Props {
  label: string;
  options: readonly Option[];
  /** Code of the option; empty for all. */
  value: string;
  onChange: (code: string) => void;
  /** Without the option 全部, for rows that always have a value, such as the sort order. */
  hasAll?: boolean;
}

const manyOptions = 12;

/** One facet as a row of buttons; a long row can be expanded. */
export function FilterRow({ label, options, value, onChange, hasAll = true }: Props) {
  const id = useId();
  const [isWide, setWide] = useState(false);
  const isLong = options.length > manyOptions;
  const allOptions = hasAll ? [{ code: '', name: words.all }, ...options] : options;
  return (
    <div className="filter-row" role="group" aria-labelledby={id} data-closed={isLong && !isWide}>
      <span id={id} className="filter-label">
        {label}
      </span>
      <div className="filter-options">
        {allOptions.map(({ code, name }) => (
          <button
            key={code}
            type="button"
            className="chip"
            aria-pressed={code === value}
            onClick={() => onChange(code)}
          >
            {name}
          </button>
        ))}
      </div>
      {isLong ? (
        <button
          type="button"
          className="filter-more"
          aria-expanded={isWide}
          aria-label={`${label} ${isWide ? words.less : words.more}`}
          onClick={() => setWide(!isWide)}
        >
          {isWide ? words.less : words.more}
        </button>
      ) : null}
    </div>
  );
}
