import type { DataOf } from '@cme/contract/base';
import type { examAnalysis, ExamItem } from '@cme/contract/study';
import type { ComponentType } from 'react';

type ReviewedItem = DataOf<typeof examAnalysis>['items'][number];

export interface AnsweringProps {
  item: ExamItem;
  answer: readonly string[];
  give: (answer: string[]) => void;
}

export interface ReviewProps {
  item: ReviewedItem;
}

/** What differs between types of questions. */
export interface QuestionKind {
  /** What to know before answering; empty if nothing. */
  getHint(item: ExamItem): string;
  /** Heading of what the questions of a group share. */
  describeGroup(from: number, to: number): string;
  /** What letters and digits of the keyboard choose. */
  listOptions(item: ExamItem): ExamItem['options'];
  /** The answer after an option is chosen; undefined if nothing changes. */
  choose(chosen: readonly string[], key: string): string[] | undefined;
  /** Whether nothing is left to answer. */
  isAnswered(item: ExamItem, answer: readonly string[]): boolean;
  /** Stem and input. */
  Answering: ComponentType<AnsweringProps>;
  /** Stem and answers after the exam. */
  Review: ComponentType<ReviewProps>;
}
