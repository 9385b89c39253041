import type { ExamItem } from '@cme/contract/study';
import type { Slot } from './draw.rules.ts';
import { type FrozenPaper, type Part, typeNames, type Unit } from './paper.rules.ts';

/** A question of an attempt with its server-side data. */
export interface DrawnQuestion {
  slot: Slot;
  unit: Unit;
  part: Part;
}

export function drawnQuestions(frozen: FrozenPaper, instance: readonly Slot[]): DrawnQuestion[] {
  return instance.map((slot) => {
    const unit = frozen.units[slot.unit];
    const part = unit?.parts[slot.part];
    if (!unit || !part) throw new Error('an attempt names a question that its paper does not have');
    return { slot, unit, part };
  });
}

/** Keys follow display order, starting with A: they reveal nothing about the paper. */
export const keyAt = (place: number): string => String.fromCharCode(65 + place);
const toPlace = (key: string): number => (/^[A-Z]$/.test(key) ? key.charCodeAt(0) - 65 : -1);

/**
 * The learner's view of a question: without answer, explanation, points or position in the bank.
 */
export function toExamItem({ slot, unit, part }: DrawnQuestion, no: number): ExamItem {
  const isGroup = unit.parts.length > 1;
  return {
    qid: part.qid,
    no,
    type: unit.type,
    type_name: typeNames[unit.type],
    stem: part.stem,
    image: unit.image,
    score: slot.score,
    group_id: isGroup ? (unit.parts[0]?.qid ?? '') : '',
    group_stem: isGroup ? unit.stem : '',
    options: slot.options.map((place, index) => ({
      key: keyAt(index),
      text: part.options[place] ?? '',
    })),
  };
}

/** The correct keys of this attempt; for a short answer its model text. */
export const getRightAnswer = ({ slot, unit, part }: DrawnQuestion): string[] =>
  unit.type === 'SA'
    ? [part.model]
    : slot.options.flatMap((place, index) => (part.answer.includes(place) ? [keyAt(index)] : []));

/** Positions in the paper of the chosen keys. */
export const toPlaces = ({ slot }: DrawnQuestion, answer: readonly string[]): number[] =>
  answer.map((key) => slot.options[toPlace(key)] ?? -1);

/** Whether an answer is valid for this question. An empty one clears an earlier answer. */
export function isAnswer({ slot, unit }: DrawnQuestion, answer: readonly string[]): boolean {
  if (answer.some((text) => !text.isWellFormed() || text.includes('\0'))) return false;
  if (unit.type === 'SA') return answer.length <= 1;
  if (unit.type !== 'X' && answer.length > 1) return false;
  return (
    new Set(answer).size === answer.length &&
    answer.every((key) => slot.options[toPlace(key)] !== undefined)
  );
}

export const isOpen = (answer: readonly string[] | undefined): boolean =>
  !answer || answer.every((text) => text.trim() === '');
