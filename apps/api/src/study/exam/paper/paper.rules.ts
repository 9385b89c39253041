import { questionTypes, type QuestionType } from '@cme/contract/study';
import { questionKinds } from './question-kinds.ts';
import type { Part, Unit } from './question.ts';

/**
 * How many units of a type to draw, from these knowledge points (empty: any), with points per
 * question.
 */
export interface Rule {
  type: QuestionType;
  points: string[];
  count: number;
  /** Questions in a group; otherwise 1. */
  parts: number;
  score: number;
}

export interface Policy {
  duration_min: number;
  total: number;
  pass: number;
  max_attempts: number;
  /**
   * Cooldown in minutes after the second and later failures; the first may be repeated immediately.
   */
  cooldown_min: number;
  min_seconds: number;
  /** Number of screen switches allowed. Only recorded unless `switch_enforced`. */
  switch_limit: number;
  switch_enforced: 'Y' | 'N';
  shuffle_questions: 'Y' | 'N';
  shuffle_options: 'Y' | 'N';
  /** Half the points for a subset of the correct options without a wrong one. */
  half_for_subset: 'Y' | 'N';
  analysis_mode: 'after_pass_or_exhausted' | 'always' | 'after_close' | 'never';
}

export const usualPolicy: Policy = {
  duration_min: 60,
  total: 100,
  pass: 60,
  max_attempts: 3,
  cooldown_min: 30,
  min_seconds: 0,
  switch_limit: 5,
  switch_enforced: 'N',
  shuffle_questions: 'Y',
  shuffle_options: 'Y',
  half_for_subset: 'N',
  analysis_mode: 'after_pass_or_exhausted',
};

/** A published paper: all questions that an attempt may draw from, and the rules. */
export interface FrozenPaper {
  title: string;
  policy: Policy;
  rules: Rule[];
  units: Unit[];
}

export const fits = (rule: Rule, unit: Unit): boolean =>
  unit.type === rule.type &&
  unit.parts.length === rule.parts &&
  (rule.points.length === 0 || rule.points.includes(unit.point));

/** Errors in a paper; empty when every possible draw succeeds and adds up. */
export function validatePaper({ policy, rules, units }: FrozenPaper): string[] {
  const sum = rules.reduce((total, { count, parts, score }) => total + count * parts * score, 0);
  const faults =
    Math.round(sum * 100) === Math.round(policy.total * 100)
      ? []
      : [`各题分值合计${sum}分，与满分${policy.total}分不符`];
  if (policy.pass > policy.total || policy.pass <= 0) faults.push('合格分须大于0且不高于满分');
  return [
    ...faults,
    ...rules.flatMap((rule, index) =>
      validateRule(
        rule,
        rules.filter((_, other) => other !== index),
        units,
      ),
    ),
    ...units.flatMap(({ type, parts }) => parts.flatMap((part) => describeFault(type, part))),
  ];
}

function describeFault(type: QuestionType, part: Part): string[] {
  const { name, findFault } = questionKinds[type];
  const fault = findFault(part);
  return fault ? [`${name}“${part.stem}”：${fault}`] : [];
}

/** Rules of one type must name different points; at most one may name none and takes the rest. */
function validateRule(rule: Rule, others: Rule[], units: Unit[]): string[] {
  const name = `${questionKinds[rule.type].name}（${rule.points.join('、') || '不限知识点'}）`;
  const sameKind = others.filter(({ type, parts }) => type === rule.type && parts === rule.parts);
  const meets = (other: Rule) =>
    rule.points.length === 0
      ? other.points.length === 0
      : other.points.some((point) => rule.points.includes(point));
  if (sameKind.some(meets)) return [`${name}的抽题规则与另一条重叠`];
  const usedUnits =
    rule.points.length === 0 ? sameKind.reduce((total, { count }) => total + count, 0) : 0;
  const fitting = units.filter((unit) => fits(rule, unit)).length - usedUnits;
  return fitting < rule.count
    ? [`${name}需要${rule.count}题，题库只有${Math.max(0, fitting)}题`]
    : [];
}

/** Number of questions by type, in the order asked. */
export function countByType({
  rules,
}: FrozenPaper): { type: QuestionType; name: string; count: number; score: number }[] {
  return questionTypes.flatMap((type) => {
    const ofType = rules.filter((rule) => rule.type === type);
    const count = ofType.reduce((total, rule) => total + rule.count * rule.parts, 0);
    return count === 0
      ? []
      : [
          {
            type,
            name: questionKinds[type].name,
            count,
            score: ofType.reduce((total, rule) => total + rule.count * rule.parts * rule.score, 0),
          },
        ];
  });
}

export const questionCount = ({ rules }: FrozenPaper): number =>
  rules.reduce((total, { count, parts }) => total + count * parts, 0);
