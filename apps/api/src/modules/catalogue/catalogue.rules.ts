import type { Action } from '@cme/contract';

/** Windows of the video, in seconds, each with one presence check at a random second; null = by
 * the general rule. Marked ones ask a question of the section instead of a click. */
export type CheckPlan = ([number, number] | [number, number, 'question'])[];

/** A text without any markup, for titles and names. */
export function cleanText(text: string): string {
  return text.replace(/[\u0000-\u001f\u007f]/g, ' ').trim();
}

/** Types that share a page are one kind: a package is no course, whatever its id says. */
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
const kindOf = (type: string): string => kinds[type] ?? 'course';

/** Whether a content may answer to a reference of that type. */
export const isOfType = (type: string, asked: string): boolean => kindOf(type) === kindOf(asked);

/** What people come to instead of studying it. */
export const activityTypes: readonly string[] = ['A', 'Z', 'Y'];

/** Whether a content is studied, so that somebody may be enrolled in it. */
export const isStudied = (type: string): boolean => !activityTypes.includes(type);

export interface Window {
  status: string;
  start_at: Date;
  end_at: Date;
}

/** On sale and within its dates. */
export function isOpen({ status, start_at, end_at }: Window, now: Date): boolean {
  return status === 'on' && start_at <= now && now < end_at;
}

/** What the main button of a content does, for this person (`status` of their enrolment, if any).
 * An enrolment outlives the sale: who is enrolled may go on after the content was taken off. */
export function actionOf(
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
    case 'expired':
    case 'suspended':
      return 'closed';
    default:
      if (!isOpen(content, now)) return 'closed';
      return content.is_free === 'Y' ? 'join' : 'buy';
  }
}
