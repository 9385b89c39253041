/** Areas and places of work; bundled by the pages that import it. */
export { isOtherCity, UnitField } from './units/unit-field.tsx';
export { areasQuery } from './units/unit.queries.ts';
export { useUnitChoice } from './units/use-unit-choice.ts';
export type { UnitValue } from './units/use-unit-search.ts';
