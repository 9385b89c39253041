import { useDebouncedValue } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { type KeyboardEvent, useState } from 'react';
import { unitsQuery } from './unit.queries.ts';

/** A place of work: its name, and its id where it was chosen from the table. */
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

/** The list under the field: what is in it, whether it is open, and which row the keys are on. */
export function useUnitSearch({ areaId, value, onChange }: Asked) {
  const [isOpen, setOpen] = useState(false);
  const [reached, setReached] = useState('');
  const [keyword] = useDebouncedValue(value.unit_name.trim(), pauseMs);
  const { data, error, isPlaceholderData } = useQuery({
    ...unitsQuery(areaId, keyword),
    enabled: areaId !== '' && isOpen,
  });
  const units = areaId === '' ? [] : (data?.list ?? []);
  // Until the name in the field is answered nothing is said about it.
  const isAnswered = data !== undefined && !isPlaceholderData && keyword === value.unit_name.trim();
  // By its id: a list that comes while the keys move through the one before leaves them their place.
  const at = units.findIndex(({ unit_id }) => unit_id === reached);

  const type = (unit_name: string) => {
    // A name that is typed to the last letter is the unit's.
    const same = units.find(({ name }) => name === unit_name.trim());
    onChange({ unit_name, unit_id: same?.unit_id ?? '' });
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
      const next = (at + step + units.length + (at < 0 && step < 0 ? 1 : 0)) % units.length;
      setReached(units[next]?.unit_id ?? '');
    } else if (event.key === 'Enter' && isOpen && at >= 0) {
      event.preventDefault();
      choose(at);
    } else if (event.key === 'Escape' && isOpen) {
      // It closes the list and not the dialog around it.
      event.stopPropagation();
      setOpen(false);
    }
  };
  return {
    units,
    hasMore: data?.more === 'Y',
    isShown: isOpen && units.length > 0,
    isEmpty: isOpen && areaId !== '' && !error && isAnswered && units.length === 0,
    at,
    type,
    choose,
    onKeyDown,
    open: () => setOpen(true),
    close: () => setOpen(false),
  };
}
