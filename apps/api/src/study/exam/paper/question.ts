import type { ExamItem, QuestionType } from '@cme/contract/study';

/** What may stand in the blanks of a question. */
export interface Blanks {
  /** The accepted texts of each blank, the usual one first. */
  accepted: string[][];
  /** Y: the answers may stand in any order. */
  any_order: 'Y' | 'N';
}

/** One question to answer. True or false has the options 正确 and 错误; a written one has none. */
export interface Part {
  qid: string;
  stem: string;
  options: string[];
  /** Positions of the correct options. */
  answer: number[];
  /** Model answer of a short answer. */
  model: string;
  explain: string;
  blanks?: Blanks;
}

/** A row of the bank: one question, or a group with a shared stem that stays together. */
export interface Unit {
  type: QuestionType;
  point: string;
  /** The shared stem of a group; otherwise empty. */
  stem: string;
  image: string;
  parts: Part[];
}

/**
 * A question of an attempt: its unit and part in the published paper, its options in display order,
 * its points.
 */
export interface Slot {
  unit: number;
  part: number;
  /** `options[i]` is the position in the paper of the option displayed at position i. */
  options: number[];
  score: number;
}

/** A question of an attempt with its server-side data. */
export interface DrawnQuestion {
  slot: Slot;
  unit: Unit;
  part: Part;
}

export interface BlankResult {
  accepted: string[];
  is_right: 'Y' | 'N';
}

type Answer = readonly string[];

/** What differs between types of questions. */
export interface QuestionKind {
  name: string;
  /** Answers wait for a person; otherwise `grade` decides. */
  isGradedByHand: boolean;
  /** `shared`: one order for all questions of a group. */
  optionOrder: 'shuffled' | 'shared' | 'fixed';
  /** Why a question of the bank cannot be asked; empty if it can. */
  findFault(part: Part): string;
  /** What only this kind shows of a question. It reveals nothing about the answer. */
  show(part: Part): Pick<ExamItem, 'blanks'>;
  /** Why this cannot be an answer; empty if it can. An empty answer clears an earlier one. */
  findAnswerFault(question: DrawnQuestion, answer: Answer): string;
  isAnswered(part: Part, answer: Answer): boolean;
  /** Points of a non-empty answer; undefined when it must be graded by hand. */
  grade(
    question: DrawnQuestion,
    answer: Answer,
    policy: { half_for_subset: 'Y' | 'N' },
  ): number | undefined;
  /** An answer that earns all points; the model text of a short answer. */
  getRight(question: DrawnQuestion): string[];
  /** How each blank was judged. */
  reviewBlanks?(part: Part, answer: Answer): BlankResult[];
  /** The key that staff write; undefined when it cannot be the key of this question. */
  parseKey(text: string, part: Part): Partial<Pick<Part, 'answer' | 'blanks'>> | undefined;
  formatKey(part: Pick<Part, 'answer' | 'blanks'>): string;
}
