import type { House } from '../../house.ts';
import { isDue } from './action.rules.ts';
import { type Given, readAnswers } from './answer.store.ts';
import { examMoved, noAttempt, openQuestions, tooEarly } from './exam.refusals.ts';
import { type Attempt, countSwitch, findAttempt } from './exam.store.ts';
import { closeDue, holdAttempt } from './finish.ts';
import { handIn } from './grade.ts';
import { isOpen } from './instance.rules.ts';
import { readFrozen } from './paper.store.ts';
import { saveExam } from './save.ts';

interface Ask {
  user_id: string;
  site_id: string;
  scoreId: string;
  seat: string;
  answers: readonly Given[];
  isConfirmed: boolean;
}

/** Hands in. However often and however many at once, there is one hand-in and one score; what comes after it answers the same. */
export async function submitExam({ db, now }: Pick<House, 'db' | 'now'>, ask: Ask): Promise<Attempt> {
  const before = await findAttempt(db, ask, ask.scoreId);
  if (!before) throw noAttempt();
  if (before.attempt_status !== 'in_progress') return before;
  // The last answers stay even when the hand-in itself is refused, for open questions or because it is too early.
  if (ask.answers.length > 0 && !isDue(before, now())) {
    await saveExam(db, ask, now()).catch((error: unknown) => ignoreOver(error));
  }
  return db.transaction(async (tx) => {
    const held = await holdAttempt(tx, ask.scoreId);
    const attempt = held && (await closeDue(tx, held, now()));
    if (!attempt) throw noAttempt();
    if (attempt.attempt_status !== 'in_progress') return attempt;
    if (attempt.seat !== ask.seat) throw examMoved();
    const { policy } = await readFrozen(tx, attempt.paper_id, attempt.paper_version);
    if (now().getTime() < attempt.started_at.getTime() + policy.min_seconds * 1000) throw tooEarly(policy.min_seconds);
    const open = ask.isConfirmed ? 0 : await openCount(tx, attempt);
    if (open > 0) throw openQuestions(open);
    return handIn(tx, attempt, 'manual', now(), { actor_type: 'learner', actor_id: attempt.user_id });
  });
}

/** Between the two looks the attempt may have ended: that is for the hand-in to tell. */
function ignoreOver(error: unknown): void {
  if (!(error instanceof Error && 'code' in error && error.code === 'exam_over')) throw error;
}

async function openCount(tx: House['db'], { score_id, instance }: Attempt): Promise<number> {
  const answered = (await readAnswers(tx, score_id)).filter(({ answer }) => !isOpen(answer)).length;
  return instance.length - answered;
}

/** Something happened on the page. Leaving it is counted; too often hands in, where the paper says so. */
export async function noteEvent({ db, now }: Pick<House, 'db' | 'now'>, who: { user_id: string; site_id: string }, scoreId: string, kind: string): Promise<{ switch_count: number; submitted: 'Y' | 'N' }> {
  const attempt = await findAttempt(db, who, scoreId);
  if (!attempt) throw noAttempt();
  if (attempt.attempt_status !== 'in_progress') return { switch_count: attempt.switch_count, submitted: 'Y' };
  if (kind !== 'blur') return { switch_count: attempt.switch_count, submitted: 'N' };
  const switch_count = await countSwitch(db, scoreId);
  const { policy } = await readFrozen(db, attempt.paper_id, attempt.paper_version);
  if (policy.switch_enforced !== 'Y' || switch_count <= policy.switch_limit) return { switch_count, submitted: 'N' };
  await db.transaction(async (tx) => {
    const held = await holdAttempt(tx, scoreId);
    if (held?.attempt_status === 'in_progress') await handIn(tx, held, 'switch', now(), { actor_type: 'system', actor_id: 'switch' });
  });
  return { switch_count, submitted: 'Y' };
}
