import type { ExtensionState, StoredLearnStatus, SuspensionReason } from '../learning.tables.ts';

const day = 86_400_000;
/** Days before the end of study from which an extension can be requested. */
const extensionDays = 30;
/** Maximum number of requests per enrolment. */
const mostExtensions = 3;
/** Maximum days per extension. */
export const mostExtended = 365;

export const extensionNames: Record<ExtensionState, string> = {
  waiting: '待审核',
  granted: '已延期',
  refused: '未同意',
};

interface Stored {
  learn_status: StoredLearnStatus;
  suspension: SuspensionReason;
  study_end_at: Date;
}

/** The reason why an extension cannot be requested; undefined if it can. */
export function extensionRefused(
  learning: Stored,
  requests: readonly { state: ExtensionState }[],
  now: Date,
):
  | { code: 'extension_state' | 'extension_early' | 'extension_often'; message: string }
  | undefined {
  const { learn_status, suspension, study_end_at } = learning;
  if (learn_status === 'completed' || learn_status === 'revoked' || suspension !== '')
    return { code: 'extension_state', message: '这门课程不需要或不能延期' };
  if (requests.some(({ state }) => state === 'waiting'))
    return { code: 'extension_state', message: '延期申请正在审核中' };
  if (study_end_at.getTime() - now.getTime() > extensionDays * day)
    return { code: 'extension_early', message: `学习期限前${extensionDays}天内可以申请延期` };
  if (requests.length >= mostExtensions)
    return {
      code: 'extension_often',
      message: `每门课程最多申请${mostExtensions}次延期，请联系客服`,
    };
  return undefined;
}

/** The new end, counted from the end of study, or from now if that is past. */
export const extendedEnd = (end: Date, days: number, now: Date): Date =>
  new Date(Math.max(end.getTime(), now.getTime()) + days * day);
