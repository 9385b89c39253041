import type { Action } from '@cme/contract/content';

/** Windows of the video in seconds, each with one presence check at a random second; null = the
 * general rule. Windows with a flag ask a question of the section instead of a click. */
export type CheckPlan = ([number, number] | [number, number, 'question'])[];

/** A text without markup, for titles and names. */
export function cleanText(text: string): string {
  return text.replace(/[\u0000-\u001f\u007f]/g, ' ').trim();
}

/** Types that share a page: a package id does not open the course page. */
const kinds: Readonly<Record<string, string>> = {
  P: 'package',
  X: 'package',
  L: 'live',
  R: 'live',
  A: 'activity',
  Z: 'sunset',
  Y: 'tour',
  '': 'none',
};
const toContentKind = (type: string): string => kinds[type] ?? 'course';

/** Whether a content may be addressed with this type. */
export const isOfType = (type: string, requestedType: string): boolean =>
  toContentKind(type) === toContentKind(requestedType);

/** Content that people attend instead of studying it. */
export const activityTypes: readonly string[] = ['A', 'Z', 'Y'];

/** Whether a content can be studied, so that learners are enrolled in it. */
export const isStudied = (type: string): boolean => !activityTypes.includes(type);

export interface Window {
  status: string;
  start_at: Date;
  end_at: Date;
}

/** On sale and within its period. */
export function isOpen({ status, start_at, end_at }: Window, now: Date): boolean {
  return status === 'on' && start_at <= now && now < end_at;
}

/** The action of a content's main button for this person (`status` of their enrolment, if any). An
 * enrolment survives the end of the sale; an expired one can be bought again. */
export function getContentAction(
  content: Window & { is_free: string },
  status: string | undefined,
  now: Date,
): Action {
  switch (status) {
    case 'enrolled':
      return 'study';
    case 'studying':
    case 'study_done':
    case 'exam_failed':
      return 'continue';
    case 'completed':
      return 'review';
    case 'suspended':
      return 'closed';
    default:
      if (!isOpen(content, now)) return 'closed';
      return content.is_free === 'Y' ? 'join' : 'buy';
  }
}
