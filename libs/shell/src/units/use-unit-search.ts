import { useDebouncedValue } from '@cme/ui/forms';
import { useQuery } from '@tanstack/react-query';
import { type KeyboardEvent, useState } from 'react';
import { unitsQuery } from './unit.queries.ts';

/** A place of work: its name, and its id if it was chosen from the directory. */
export interface UnitValue {
  unit_name: string;
  unit_id: string;
}

const pauseMs = 200;

interface Asked {
  areaId: string;
  value: UnitValue;
  onChange(value: UnitValue): void;
}

/** State of the combobox: its options, whether it is open, and the active option. */
export function useUnitSearch({ areaId, value, onChange }: Asked) {
  const [isOpen, setOpen] = useState(false);
  const [activeId, setReached] = useState('');
  const [keyword] = useDebouncedValue(value.unit_name.trim(), pauseMs);
  const { data, error, isPlaceholderData } = useQuery({
    ...unitsQuery(areaId, keyword),
    enabled: areaId !== '' && isOpen,
  });
  const units = areaId === '' ? [] : (data?.list ?? []);
  // Shows no result until the response belongs to the current keyword.
  const isAnswered = data !== undefined && !isPlaceholderData && keyword === value.unit_name.trim();
  // Found by id, so that new results do not move the active option.
  const activeIndex = units.findIndex(({ unit_id }) => unit_id === activeId);

  const type = (unitName: string) => {
    // A name that is typed in full selects the unit.
    const sameUnit = units.find(({ name }) => name === unitName.trim());
    onChange({ unit_name: unitName, unit_id: sameUnit?.unit_id ?? '' });
    setReached('');
    setOpen(true);
  };
  const choose = (index: number) => {
    const unit = units[index];
    if (!unit) return;
    onChange({ unit_name: unit.name, unit_id: unit.unit_id });
    setOpen(false);
    setReached('');
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step !== undefined && units.length > 0) {
      event.preventDefault();
      setOpen(true);
      const next =
        (activeIndex + step + units.length + (activeIndex < 0 && step < 0 ? 1 : 0)) % units.length;
      setReached(units[next]?.unit_id ?? '');
    } else if (event.key === 'Enter' && isOpen && activeIndex >= 0) {
      event.preventDefault();
      choose(activeIndex);
    } else if (event.key === 'Escape' && isOpen) {
      // Escape closes the list and not the surrounding dialog.
      event.stopPropagation();
      setOpen(false);
    }
  };
  return {
    units,
    hasMore: data?.more === 'Y',
    isShown: isOpen && units.length > 0,
    isEmpty: isOpen && areaId !== '' && !error && isAnswered && units.length === 0,
    at: activeIndex,
    type,
    choose,
    onKeyDown,
    open: () => setOpen(true),
    close: () => setOpen(false),
  };
}
