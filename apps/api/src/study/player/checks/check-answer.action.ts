import type { DataOf } from '@cme/contract/base';
import type { playerCheckAnswer } from '@cme/contract/study';
import type { Db } from '../../../platform/database/database.ts';
import type { AppContext, SignedIn } from '../../../platform/context/context.ts';
import { RefusalError } from '../../../platform/http/refusal.ts';
import { formatDay } from '../../../platform/http/format-time.ts';
import { readPlayable } from '../../../content/catalogue/outline.store.ts';
import { statusAt } from '../../learning/learning.rules.ts';
import { findLearning } from '../../learning/learning.store.ts';
import { logState } from '../../../platform/state-log/state-log.store.ts';
import { recompute } from '../../learning/recompute.action.ts';
import { refuseSuspended } from '../../learning/suspend.action.ts';
import { rewindTo } from '../play/checks.rules.ts';
import { isRight, nextQuestion } from './class-question.rules.ts';
import { findQuestion, readQuestionIds } from './class-question.store.ts';
import { ledgerState } from '../play/ledger.view.ts';
import { lockPlay, type PlaySession, touchPlay } from '../play/play.store.ts';
import {
  answerCheck,
  type Check,
  lockProgress,
  missCheck,
  readChecks,
  saveProgress,
  type Progress,
  readStudyTime,
} from '../../learning/progress/progress.store.ts';
import { lapsed, moved, unknownPlay } from '../play/player.refusals.ts';
import { isFinished, isLapsed } from '../play/player.rules.ts';
import { ledger } from '../../learning/progress/ledger.rules.ts';
import { sectionFinished } from '../play/state-changes.rules.ts';
import type { CompletionEffects } from '../../learning/completion.effects.ts';

export interface Answering extends SignedIn {
  playHash: string;
  check_id: string;
  /** Keys of the chosen options, and the attempt that they answer. */
  answer?: string | undefined;
  attempt: number;
}

/**
 * Answers the presence check that was shown. Idempotent. A wrong answer to a question leaves it
 * open.
 */
export function answerPresence(
  context: AppContext,
  completion: CompletionEffects,
  { person, session, playHash, check_id: checkId, ...given }: Answering,
): Promise<DataOf<typeof playerCheckAnswer>> {
  const now = context.now();
  return context.db.transaction(async (tx) => {
    const play = await lockPlay(tx, playHash);
    if (!play || play.user_id !== person.user_id || play.session_id !== session.session_id)
      throw unknownPlay();
    assertOpen(play, now);
    const learning = await findLearning(tx, play.user_id, play.learning_id);
    if (learning) refuseSuspended(learning);
    const checks = await readChecks(tx, play.learning_id, play.section_id);
    const check = checks.find(
      ({ check_id, shown_at }) => check_id === checkId && shown_at !== null,
    );
    const progress = await lockProgress(tx, play.learning_id, play.section_id);
    if (!check?.shown_at || !progress) throw unknownPlay();
    const graded = check.answered_at ? undefined : await gradeCheck(tx, check, given);
    if (graded === 'stale' || graded?.is_right === 'N') {
      await touchPlay(tx, play.play_id, now);
      return {
        ...(await settle(tx, completion, { play, progress, checks }, now)),
        ...(graded === 'stale' ? {} : { graded }),
      };
    }
    const rewind = check.answered_at
      ? undefined
      : rewindTo(check.planned_second * 1000, check.shown_at.getTime(), now.getTime());
    if (!check.answered_at) {
      await answerCheck(tx, checkId, now);
      await touchPlay(tx, play.play_id, now);
      check.answered_at = now;
    }
    return {
      ...(await settle(tx, completion, { play, progress, checks, rewind }, now)),
      ...(rewind === undefined ? {} : { rewind_to: rewind / 1000 }),
      ...(graded ? { graded } : {}),
    };
  });
}

/**
 * Grades an answer; undefined where a click is enough, `stale` for an answer to an earlier attempt.
 */
async function gradeCheck(
  tx: Db,
  check: Check,
  { answer, attempt }: Pick<Answering, 'answer' | 'attempt'>,
): Promise<{ is_right: 'Y' | 'N'; explain: string } | 'stale' | undefined> {
  const question = check.question_id ? await findQuestion(tx, check.question_id) : undefined;
  if (!question) return undefined;
  if (attempt !== check.wrong_count) return 'stale';
  if (!answer) throw new RefusalError(400, '请选择答案', 'bad_request', { field: 'answer' });
  if (isRight(question.answer, answer)) return { is_right: 'Y', explain: question.explain };
  const ids = await readQuestionIds(tx, question.section_id);
  const next = nextQuestion(ids, question.question_id);
  await missCheck(tx, check.check_id, next);
  // The explanation is withheld while the same question will be asked again.
  return { is_right: 'N', explain: next === question.question_id ? '' : question.explain };
}

function assertOpen(play: PlaySession, now: Date): void {
  if (play.play_status === 'superseded') throw moved();
  if (
    ['ended', 'lapsed'].includes(play.play_status) ||
    isLapsed(play.last_beat_at.getTime(), now.getTime())
  )
    throw lapsed();
}

interface Answered {
  play: PlaySession;
  progress: Progress;
  checks: Check[];
  /** Milliseconds to go back to. */
  rewind?: number | undefined;
}

/** The ledger after an answer: the check may have been the last missing part. */
async function settle(
  tx: Db,
  completion: CompletionEffects,
  { play, progress, checks, rewind }: Answered,
  now: Date,
) {
  const section = (await readPlayable(tx, [play.section_id])).get(play.section_id);
  const end = Math.round((section?.seconds ?? 0) * 1000);
  const next = checks.find(({ answered_at }) => answered_at === null);
  const check = next
    ? {
        ...next,
        planned_ms: next.planned_second * 1000,
        shown_at: next.shown_at?.getTime() ?? null,
      }
    : undefined;
  const finished = isFinished({
    ranges: progress.watched_ranges,
    end,
    ...(check ? { nextCheck: check.planned_ms } : {}),
  });
  const after: Progress = {
    ...progress,
    updated_at: now,
    last_position_ms: rewind ?? progress.last_position_ms,
    ...(finished && progress.section_status !== 'finished'
      ? { section_status: 'finished' as const, finished_at: now }
      : {}),
  };
  await saveProgress(tx, after);
  if (after.section_status !== progress.section_status)
    await logState(tx, sectionFinished(play, progress.section_status, now));
  const learning =
    (finished ? await recompute(tx, completion, play.learning_id, now) : undefined) ??
    (await findLearning(tx, play.user_id, play.learning_id));
  const { today } = await readStudyTime(tx, play.user_id, formatDay(now));
  return ledgerState({
    ranges: after.watched_ranges,
    furthest: after.furthest_ms,
    end,
    section_status: after.section_status,
    capped: today * 1000 >= (play.daily_cap_ms ?? ledger.dailyCap),
    learning: {
      progress: learning?.progress ?? 0,
      learn_status: learning ? statusAt(learning, now) : 'revoked',
    },
    ...(check ? { check } : {}),
  });
}
