import { useState } from 'react';
import type { UnitValue } from './use-unit-search.ts';

const none: UnitValue = { unit_name: '', unit_id: '' };

/** Area codes from the province down to the county, derived from the county's code. */
const findAreaPath = (id: string) =>
  /^\d{6}$/.test(id) ? [`${id.slice(0, 2)}0000`, `${id.slice(0, 4)}00`, id] : [];

/**
 * Choosing a unit of the directory, in the user's county at first. The county may be known only
 * later. `hint` says to pick from the list.
 */
export function useUnitChoice(areaId: string, hint: string) {
  const [chosen, setAreas] = useState<string[]>();
  const areas = chosen ?? findAreaPath(areaId);
  const [unit, setUnit] = useState(none);
  const [error, setError] = useState('');
  const choose = (value: UnitValue) => {
    setUnit(value);
    setError('');
  };
  return {
    unitId: unit.unit_id,
    setError,
    areaProps: { value: areas, onChange: setAreas },
    unitProps: {
      areaId: areas.at(-1) ?? '',
      value: unit,
      onChange: choose,
      error,
      ...(unit.unit_id || error ? {} : { hint }),
    },
  };
}
