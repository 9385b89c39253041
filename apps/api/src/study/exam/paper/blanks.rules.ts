import { maxBlankLength } from '@cme/contract/study';
import { normaliseText } from './blank-text.rules.ts';
import type { BlankResult, Blanks, Part, QuestionKind } from './question.ts';

const mostBlanks = 20;
/** Points that a partly right answer earns are a multiple of this, in hundredths. */
const partStep = 50;

/** A blank in a stem: underscores, or brackets around nothing. */
const blank = /[_＿]{2,}|[（(]\s*[）)]/u;

/** The texts around the blanks of a stem. */
export const splitStem = (stem: string): string[] => stem.split(blank);

/** Blanks in the stem, judged one by one. */
export const fillBlanks: QuestionKind = {
  name: '填空题',
  isGradedByHand: false,
  optionOrder: 'fixed',
  findFault: (part) => findKeyFault(part, readBlanks(part)),
  show: (part) => ({
    blanks: { around: splitStem(part.stem), any_order: readBlanks(part).any_order },
  }),
  findAnswerFault({ part }, answer) {
    if (answer.length > readBlanks(part).accepted.length) return '答案格式不正确，请重新作答';
    const long = answer.findIndex((text) => text.length > maxBlankLength);
    return long < 0 ? '' : `第${long + 1}空请控制在${maxBlankLength}字以内`;
  },
  isAnswered: (part, answer) =>
    readBlanks(part).accepted.every((_, index) => (answer[index] ?? '').trim() !== ''),
  grade({ part, slot }, answer) {
    const results = judgeBlanks(readBlanks(part), answer);
    const hits = results.filter(({ is_right }) => is_right === 'Y').length;
    if (hits === results.length) return slot.score;
    const share = (Math.round(slot.score * 100) * hits) / results.length;
    return (Math.floor(share / partStep) * partStep) / 100;
  },
  getRight: ({ part }) => readBlanks(part).accepted.map(([usual = '']) => usual),
  reviewBlanks: (part, answer) => judgeBlanks(readBlanks(part), answer),
  parseKey(text, part) {
    const accepted = text
      .split(/[;；]/)
      .map((texts) => texts.split(/[|｜]/).map((item) => item.trim()));
    const blanks = { ...readBlanks(part), accepted };
    return findKeyFault(part, blanks) ? undefined : { blanks };
  },
  formatKey: (part) =>
    readBlanks(part)
      .accepted.map((texts) => texts.join('|'))
      .join('；'),
};

const readBlanks = ({ blanks }: Pick<Part, 'blanks'>): Blanks =>
  blanks ?? { accepted: [], any_order: 'N' };

function findKeyFault({ stem }: Pick<Part, 'stem'>, { accepted, any_order }: Blanks): string {
  const count = splitStem(stem).length - 1;
  if (count < 1 || count > mostBlanks) return `题干须有1至${mostBlanks}个空`;
  if (accepted.length !== count) return `题干有${count}个空，答案有${accepted.length}个`;
  const isText = (text: string) => normaliseText(text) !== '' && text.length <= maxBlankLength;
  if (!accepted.every((texts) => texts.length > 0 && texts.every(isText)))
    return `每个空的答案须为1至${maxBlankLength}字`;
  const usual = new Set(accepted.map(([text = '']) => normaliseText(text)));
  return any_order === 'Y' && usual.size < count ? '顺序不限时各空的首选答案须不同' : '';
}

/** Judges the answers, each with what was accepted in its blank. */
function judgeBlanks({ accepted, any_order }: Blanks, answer: readonly string[]): BlankResult[] {
  const texts = accepted.map((_, index) => normaliseText(answer[index] ?? ''));
  const sets = accepted.map((items) => new Set(items.map(normaliseText)));
  const filled = any_order === 'Y' ? matchBlanks(sets, texts) : matchInOrder(sets, texts);
  const left = accepted.flatMap((_, index) => (filled.includes(index) ? [] : [index]));
  return filled.map((index) => ({
    accepted: accepted[index ?? left.shift()!]!,
    is_right: index === undefined ? 'N' : 'Y',
  }));
}

type Matched = (number | undefined)[];

const matchInOrder = (sets: readonly Set<string>[], texts: readonly string[]): Matched =>
  texts.map((text, index) => (text !== '' && sets[index]!.has(text) ? index : undefined));

/** The blank that each text fills, for as many texts as possible; a repeated text counts once. */
function matchBlanks(sets: readonly Set<string>[], texts: readonly string[]): Matched {
  const textOf = new Map<number, number>();
  const place = (text: number, tried: Set<number>): boolean =>
    sets.some((set, index) => {
      if (tried.has(index) || !set.has(texts[text]!)) return false;
      tried.add(index);
      const other = textOf.get(index);
      if (other !== undefined && !place(other, tried)) return false;
      textOf.set(index, text);
      return true;
    });
  for (const [index, text] of texts.entries())
    if (text !== '' && texts.indexOf(text) === index) place(index, new Set());
  const blankOf = new Map([...textOf].map(([index, text]) => [text, index]));
  return texts.map((_, index) => blankOf.get(index));
}
