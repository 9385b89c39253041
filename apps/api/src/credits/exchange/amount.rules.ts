import { round } from '../credits/credits.rules.ts';
import type { Amount, KindLevel } from './exchange.tables.ts';

interface Rated {
  unit: string;
  hours_per_unit: number;
  credits_per_unit: number;
  max_value: number;
  levels: readonly KindLevel[];
}
interface Inputs {
  level: string;
  role_order: number;
  quantity: number;
}

/** The amount of one unit: the kind's own figures, or those of its level and rank. */
function getRate(kind: Rated, { level, role_order }: Inputs): Amount {
  if (kind.levels.length === 0)
    return { hours: kind.hours_per_unit, credits: kind.credits_per_unit };
  const rates = kind.levels.find(({ code }) => code === level)?.rates ?? [];
  const rate = rates.length > 1 ? rates[role_order - 1] : rates[0];
  return rate ?? { hours: 0, credits: 0 };
}

/** Upper limit of hours per column and year. */
const mostHours = 999;

export interface Calculated extends Amount {
  formula: string;
  isCapped: boolean;
}

/** Units times the amount of one; credits up to the kind's maximum, hours in proportion. */
export function calculate(kind: Rated, inputs: Inputs): Calculated {
  const rate = getRate(kind, inputs);
  const total = inputs.quantity * rate.credits;
  const isCapped = total > kind.max_value;
  const share = isCapped ? kind.max_value / total : 1;
  return {
    hours: Math.min(mostHours, round(inputs.quantity * rate.hours * share)),
    credits: round(total * share),
    isCapped,
    formula: `${round(inputs.quantity)}${kind.unit} × 每${kind.unit}${round(rate.hours)}学时、${round(rate.credits)}学分`,
  };
}

/** The part of an amount that still counts in a year, given the existing amounts of the kind. */
export const capCredits = (credits: number, had: number, limit: number | undefined): number =>
  limit === undefined ? credits : round(Math.max(0, Math.min(credits, limit - had)));
