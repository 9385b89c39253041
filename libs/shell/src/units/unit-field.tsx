import { TextInput } from '@cme/ui/forms';
import { type FocusEventHandler, type ReactNode, useId, useState } from 'react';
import { lazyPart } from '@cme/ui';
import css from './unit-field.module.css';
import { type UnitValue, useUnitSearch } from './use-unit-search.ts';
export { areasQuery } from './unit.queries.ts';

/** Whether another city is chosen, in which the unit is not. */
export const isOtherCity = (before: readonly string[], now: readonly string[]): boolean =>
  before.slice(0, 2).some((code, level) => now[level] !== code);

const UnitDirectory = lazyPart(async () => (await import('./unit-directory.tsx')).UnitDirectory);

const words = {
  label: '工作单位',
  byArea: '按地区选择单位',
  list: '可选的单位',
  areaFirst: '先选择所在地区，可从该地区的单位中选择',
  free: '输入名称后从列表中选择；没有的单位可直接填写全称',
  chosen: '已从单位列表中选择',
  none: '列表中没有这个单位，请填写单位全称',
  more: '还有更多单位，请继续输入名称',
  found: (count: number) => `找到 ${count} 个单位，用上下箭头选择`,
};

interface Props {
  /** The last area that was chosen, to search in; empty for none. */
  areaId: string;
  value: UnitValue;
  onChange(value: UnitValue): void;
  onBlur?: FocusEventHandler<HTMLInputElement>;
  error?: ReactNode;
  label?: string;
  /** Overrides the hint about the selection. */
  hint?: string;
}

/**
 * Field for the place of work: search by name within the area, browse the directory, or type it
 * freely.
 */
export function UnitField({ areaId, value, onChange, onBlur, error, label, hint }: Props) {
  const listId = useId();
  const search = useUnitSearch({ areaId, value, onChange });
  const { units, isShown, isEmpty, at } = search;
  const [isBrowsing, setBrowsing] = useState(false);
  return (
    <div className={css.field}>
      <TextInput
        label={label ?? words.label}
        description={hint ?? getHint(areaId, value, isEmpty)}
        role="combobox"
        aria-expanded={isShown}
        aria-controls={listId}
        aria-autocomplete="list"
        aria-activedescendant={isShown && at >= 0 ? `${listId}-${at}` : undefined}
        autoComplete="off"
        value={value.unit_name}
        error={error}
        onChange={({ currentTarget }) => search.type(currentTarget.value)}
        onFocus={search.open}
        onKeyDown={search.onKeyDown}
        onBlur={(event) => {
          search.close();
          onBlur?.(event);
        }}
      />
      <div
        id={listId}
        role="listbox"
        aria-label={words.list}
        className={css.list}
        hidden={!isShown}
      >
        {units.map(({ unit_id, name, level_name, parent_name }, index) => (
          <div
            key={unit_id}
            id={`${listId}-${index}`}
            role="option"
            aria-selected={index === at}
            className={css.option}
            ref={index === at ? (row) => row?.scrollIntoView?.({ block: 'nearest' }) : undefined}
            // Runs before blur, which would close the list.
            onPointerDown={(event) => event.preventDefault()}
            tabIndex={-1}
            onKeyDown={search.onKeyDown}
            onClick={() => search.choose(index)}
          >
            <span>{name}</span>
            <small>{[level_name, parent_name].filter(Boolean).join(' · ')}</small>
          </div>
        ))}
      </div>
      <button type="button" className={css.byArea} onClick={() => setBrowsing(true)}>
        {words.byArea}
      </button>
      {isBrowsing ? (
        <UnitDirectory
          areaId={areaId}
          onClose={() => setBrowsing(false)}
          onChoose={({ name, unit_id }) => {
            onChange({ unit_name: name, unit_id });
            setBrowsing(false);
          }}
        />
      ) : null}
      <p role="status" className={css.status}>
        {isShown ? (search.hasMore ? words.more : words.found(units.length)) : ''}
      </p>
    </div>
  );
}

function getHint(areaId: string, { unit_id }: UnitValue, isEmpty: boolean): string {
  if (unit_id) return words.chosen;
  if (areaId === '') return words.areaFirst;
  return isEmpty ? words.none : words.free;
}
