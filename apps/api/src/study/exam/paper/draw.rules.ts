import { questionTypes } from '@cme/contract/study';
import { fits, type FrozenPaper } from './paper.rules.ts';
import { questionKinds } from './question-kinds.ts';
import type { Slot, Unit } from './question.ts';

/** Returns an integer from 0 up to, but excluding, `below`. */
export type Random = (below: number) => number;

function shuffled<Item>(items: readonly Item[], random: Random): Item[] {
  const mixed = [...items];
  for (let index = mixed.length - 1; index > 0; index -= 1) {
    const other = random(index + 1);
    [mixed[index], mixed[other]] = [mixed[other]!, mixed[index]!];
  }
  return mixed;
}

/** Draws an attempt from a published paper. Types keep their order, groups stay together. */
export function draw(frozen: FrozenPaper, random: Random): Slot[] {
  const { units, rules, policy } = frozen;
  const used = new Set<number>();
  const drawn: { unit: number; score: number }[] = [];
  // Rules that name points draw first; one without points takes the rest.
  for (const rule of [...rules].sort(
    (a, b) => Number(a.points.length === 0) - Number(b.points.length === 0),
  )) {
    const fitting = units.flatMap((unit, index) =>
      !used.has(index) && fits(rule, unit) ? [index] : [],
    );
    const chosen = shuffled(fitting, random).slice(0, rule.count);
    if (chosen.length < rule.count) throw new Error('a published paper has too few questions');
    for (const unit of chosen) {
      used.add(unit);
      drawn.push({ unit, score: rule.score });
    }
  }
  const ordered =
    policy.shuffle_questions === 'Y'
      ? shuffled(drawn, random)
      : drawn.toSorted((a, b) => a.unit - b.unit);
  const place = ({ unit }: { unit: number }) => questionTypes.indexOf(units[unit]!.type);
  return ordered
    .toSorted((a, b) => place(a) - place(b))
    .flatMap(({ unit, score }) =>
      createSlots(units[unit]!, unit, score, policy.shuffle_options === 'Y', random),
    );
}

function createSlots(
  { type, parts }: Unit,
  unit: number,
  score: number,
  isShuffled: boolean,
  random: Random,
): Slot[] {
  const { optionOrder } = questionKinds[type];
  const getOriginalOrder = (count: number) => Array.from({ length: count }, (_, index) => index);
  const shuffle = (count: number) =>
    isShuffled && optionOrder !== 'fixed'
      ? shuffled(getOriginalOrder(count), random)
      : getOriginalOrder(count);
  const shared = optionOrder === 'shared' ? shuffle(parts[0]?.options.length ?? 0) : undefined;
  return parts.map(({ options }, part) => ({
    unit,
    part,
    options: shared ?? shuffle(options.length),
    score,
  }));
}
