import type { ExchangeKind } from '@cme/contract/credits';
import { exchangeWords as words } from './changecredits.words.ts';

const roundToCents = (value: number) => Math.round(value * 100) / 100;

/** Credits of a kind in one line. */
export function formatFigure(kind: ExchangeKind): string {
  const { levels, unit, hours_per_unit, credits_per_unit, max_value, year_cap } = kind;
  return [
    levels.length > 0
      ? words.byLevel
      : words.per(unit, roundToCents(hours_per_unit), roundToCents(credits_per_unit)),
    words.most(max_value),
    year_cap === undefined ? '' : words.yearCap(year_cap),
  ]
    .filter(Boolean)
    .join(' · ');
}

/** Credits of a level for the first author, and the last position that counts. */
export function formatLevel({ name, rates }: ExchangeKind['levels'][number]): string {
  const hours = rates.map((rate) => roundToCents(rate.hours));
  return hours.length > 1
    ? `${name}（第1至${hours.length}名：${hours.join('、')}学时）`
    : `${name}（${hours[0] ?? 0}学时）`;
}
