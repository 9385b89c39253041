import { levels, type Option, series } from '@cme/contract/base';
import { Button } from '@cme/ui';
import { useSession, useUserInfo } from '@cme/shell';
import { useState } from 'react';
import css from './catalogue.module.css';
import { words } from './catalogue.words.ts';
import type { FilterProps } from './filters.tsx';

/**
 * Asks for the profile fields that decide which courses count for the user, if they are missing.
 */
export function AskProfile({ filters, onChange }: FilterProps) {
  const { signedIn } = useSession();
  const { user } = useUserInfo();
  const [chosen, setChosen] = useState({ series: '', level: '' });
  const isKnown = !signedIn || !user || (user.series_code !== '' && user.level !== '');
  if (isKnown || (filters.series && filters.level)) return null;
  return (
    <form
      className={css.ask}
      onSubmit={(event) => {
        event.preventDefault();
        onChange(chosen);
      }}
    >
      <h2>{words.ask.title}</h2>
      <p>{words.ask.hint}</p>
      <div className={css.askFields}>
        <Field
          name={words.filters.series}
          options={series}
          value={chosen.series}
          onChoose={(code) => setChosen({ ...chosen, series: code })}
        />
        <Field
          name={words.filters.level}
          options={levels}
          value={chosen.level}
          onChoose={(code) => setChosen({ ...chosen, level: code })}
        />
        <Button type="submit">{words.ask.show}</Button>
      </div>
    </form>
  );
}

interface FieldProps {
  name: string;
  options: readonly Option[];
  value: string;
  onChoose: (code: string) => void;
}

function Field({ name, options, value, onChoose }: FieldProps) {
  return (
    <label>
      <span>{name}</span>
      <select
        required
        value={value}
        onChange={({ currentTarget }) => onChoose(currentTarget.value)}
      >
        <option value="">{words.ask.choose}</option>
        {options.map((option) => (
          <option key={option.code} value={option.code}>
            {option.name}
          </option>
        ))}
      </select>
    </label>
  );
}
