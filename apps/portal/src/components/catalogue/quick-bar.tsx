import { levels, type Option } from '@cme/contract/base';
import { disciplines } from '@cme/contract/disciplines';
import css from './catalogue.module.css';
import { words } from './catalogue.words.ts';
import { type FilterProps, toOptions } from './filters.tsx';

/** The most common filters as native selects, on phones. */
export function QuickBar({ filters, onChange }: FilterProps) {
  const isPublic = filters.subject_kind === 'public';
  const offeredDisciplines = disciplines.filter(
    ({ code }) => filters.subject_kind === '' || (code === '00') === isPublic,
  );
  return (
    <div className={css.quick} role="group" aria-label={words.quick}>
      <Choice
        name={words.filters.sort}
        options={toOptions(words.sorts)}
        value={filters.sort}
        onChoose={(sort) => onChange({ sort: sort === 'best' ? '' : sort })}
      />
      <Choice
        name={words.filters.discipline}
        options={isPublic ? (offeredDisciplines[0]?.parts ?? []) : offeredDisciplines}
        value={filters.discipline.slice(0, isPublic ? 4 : 2)}
        hasAny
        onChoose={(discipline) => onChange({ discipline })}
      />
      <Choice
        name={words.filters.level}
        options={levels}
        value={filters.level}
        hasAny
        onChoose={(level) => onChange({ level })}
      />
    </div>
  );
}

interface ChoiceProps {
  name: string;
  options: readonly Option[];
  value: string;
  hasAny?: boolean;
  onChoose: (code: string) => void;
}

function Choice({ name, options, value, hasAny = false, onChoose }: ChoiceProps) {
  return (
    <select
      aria-label={name}
      value={value}
      data-chosen={hasAny && value !== ''}
      onChange={({ currentTarget }) => onChoose(currentTarget.value)}
    >
      {hasAny ? <option value="">{words.any(name)}</option> : null}
      {options.map((option) => (
        <option key={option.code} value={option.code}>
          {option.name}
        </option>
      ))}
    </select>
  );
}
