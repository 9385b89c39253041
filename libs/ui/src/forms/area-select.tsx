import type { AreaNode } from '@cme/contract/site';
import { Fieldset, NativeSelect } from '@mantine/core';
import { type ReactNode, useId } from 'react';

const names = ['省份', '城市', '区县'];

interface Props {
  label: string;
  tree: readonly AreaNode[];
  /** Area codes from the province down; the last one is the selection. */
  value: readonly string[];
  onChange: (codes: string[]) => void;
  error?: ReactNode;
  required?: boolean;
}

/**
 * Selects for province, city and county; the next one appears if the selected area has children.
 */
export function AreaSelect({ label, tree, value, onChange, error, required }: Props) {
  const errorId = useId();
  const levels = findLevels(tree, value);
  return (
    <Fieldset
      legend={label}
      className="area-select"
      variant="unstyled"
      aria-describedby={error ? errorId : undefined}
    >
      <div className="area-select-lists">
        {levels.map((nodes, index) => (
          <NativeSelect
            key={names[index]}
            aria-label={names[index]}
            value={value[index] ?? ''}
            error={Boolean(error) && !value[index]}
            required={required}
            onChange={({ currentTarget }) =>
              onChange([...value.slice(0, index), currentTarget.value].filter(Boolean))
            }
            data={[
              { value: '', label: names[index] ?? '' },
              ...nodes.map(({ label: name, value: code }) => ({ label: name, value: code })),
            ]}
          />
        ))}
      </div>
      {error ? (
        <p id={errorId} className="field-error">
          {error}
        </p>
      ) : null}
    </Fieldset>
  );
}

function findLevels(tree: readonly AreaNode[], value: readonly string[]): (readonly AreaNode[])[] {
  const levels = [tree];
  for (const code of value) {
    const below = levels.at(-1)?.find((node) => node.value === code)?.children;
    if (!below || levels.length === names.length) break;
    levels.push(below);
  }
  return levels;
}
