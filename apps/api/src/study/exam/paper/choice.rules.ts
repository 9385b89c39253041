import type { DrawnQuestion, Part, QuestionKind } from './question.ts';

/** Keys follow display order, starting with A: they reveal nothing about the paper. */
export const keyAt = (place: number): string => String.fromCharCode(65 + place);
const toPlace = (key: string): number => (/^[A-Z]$/.test(key) ? key.charCodeAt(0) - 65 : -1);

/** Positions in the paper of the chosen keys. */
const toPlaces = ({ slot }: DrawnQuestion, answer: readonly string[]): number[] =>
  answer.map((key) => slot.options[toPlace(key)] ?? -1);

/** A question with options: one of them is right, or several are. */
export function createChoice(
  name: string,
  {
    isMultiple = false,
    optionOrder = 'shuffled',
  }: { isMultiple?: boolean; optionOrder?: QuestionKind['optionOrder'] } = {},
): QuestionKind {
  return {
    name,
    isGradedByHand: false,
    optionOrder,
    findFault: () => '',
    show: () => ({}),
    findAnswerFault(question, answer) {
      const isValid =
        (isMultiple || answer.length <= 1) &&
        new Set(answer).size === answer.length &&
        toPlaces(question, answer).every((place) => place >= 0);
      return isValid ? '' : '答案格式不正确，请重新作答';
    },
    isAnswered: (_, answer) => answer.length > 0,
    grade(question, answer, policy) {
      const { part, slot } = question;
      const chosen = new Set(toPlaces(question, answer));
      const hits = part.answer.filter((place) => chosen.has(place)).length;
      if (hits < chosen.size) return 0;
      if (hits === part.answer.length) return slot.score;
      return isMultiple && policy.half_for_subset === 'Y' && hits > 0
        ? Math.floor(slot.score * 50) / 100
        : 0;
    },
    getRight: ({ slot, part }) =>
      slot.options.flatMap((place, index) => (part.answer.includes(place) ? [keyAt(index)] : [])),
    parseKey(letters, part) {
      const answer = parseLetters(letters, part, isMultiple);
      return answer && { answer };
    },
    formatKey: ({ answer }) => formatLetters(answer.toSorted((a, b) => a - b)),
  };
}

/** `AC` as option positions; undefined when these letters cannot be the key of such a question. */
export function parseLetters(
  letters: string,
  { options }: Pick<Part, 'options'>,
  isMultiple: boolean,
): number[] | undefined {
  const places = [...new Set(letters.toUpperCase())]
    .map((letter) => letter.charCodeAt(0) - 65)
    .toSorted((a, b) => a - b);
  const isKey =
    places.length > 0 &&
    places.length === letters.length &&
    (isMultiple || places.length === 1) &&
    places.every((place) => place >= 0 && place < options.length);
  return isKey ? places : undefined;
}

export const formatLetters = (places: readonly number[]): string => places.map(keyAt).join('');
