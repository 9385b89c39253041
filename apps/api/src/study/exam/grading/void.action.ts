import { ulid } from 'ulid';
import type { Db } from '../../../platform/database/database.ts';
import { NotPossibleError } from '../../../platform/http/not-possible.ts';
import { readCourseFacts } from '../../../content/catalogue/catalogue.store.ts';
import { logState } from '../../../platform/state-log/state-log.store.ts';
import { markExam } from '../../learning/outcome.action.ts';
import { type RevokedPass, revokePass } from '../../learning/reopen.action.ts';
import { insertMessages } from '../../../person/message/message.store.ts';
import { filterCounted, hasPassed } from '../enrolment/action.rules.ts';
import { requireConfirmedActor, type Decided } from '../paper/decision.rules.ts';
import type { CompletionEffects } from '../../learning/completion.effects.ts';
import { lockEnrolmentAndAttempt } from '../enrolment/attempt.lock.ts';
import { readEarlierUses } from '../enrolment/earlier-use.store.ts';
import { type Attempt, readAttemptSummaries, updateAttempt } from '../enrolment/exam.store.ts';
import { readFrozenPaper } from '../paper/paper.store.ts';

interface Voiding {
  decided: Decided;
  scoreId: string;
  /** The attempt is not counted. */
  returnsChance: boolean;
}

/**
 * Voids an attempt, with a reason that is recorded and sent to the learner. `returnsChance`: it
 * does not use up an attempt. Voiding the only pass revokes completion, credits and certificate.
 */
export async function voidAttempt(
  db: Db,
  completion: CompletionEffects,
  { decided, scoreId, returnsChance }: Voiding,
  now: Date,
): Promise<RevokedPass | undefined> {
  const actor = requireConfirmedActor(decided, '作废考试');
  return db.transaction(async (tx) => {
    const attempt = await lockEnrolmentAndAttempt(tx, scoreId);
    if (!attempt || attempt.attempt_status === 'voided')
      throw new NotPossibleError('没有这次考试，或已作废');
    await updateAttempt(tx, scoreId, {
      attempt_status: 'voided',
      counted: !returnsChance,
      submitted_at: attempt.submitted_at ?? now,
      submit_type: attempt.submit_type ?? 'admin',
    });
    await logState(tx, {
      entity: 'exam_attempt',
      entity_id: scoreId,
      from: attempt.attempt_status,
      to: 'voided',
      at: now,
      ...actor,
    });
    const { policy } = await readFrozenPaper(tx, attempt.paper_id, attempt.paper_version);
    const attempts = (await readAttemptSummaries(tx, [attempt.learning_id])).filter(
      ({ paper_id }) => paper_id === attempt.paper_id,
    );
    const earlier = (await readEarlierUses(tx, [attempt.learning_id])).filter(
      ({ paper_id }) => paper_id === attempt.paper_id,
    );
    const used = earlier.length + filterCounted(attempts).length;
    const overview = used < policy.max_attempts ? 'none' : 'failed';
    if (hasPassed(attempts))
      return notifyLearner(tx, attempt, { reason: decided.reason, returnsChance }, now);
    if (attempt.result !== 'passed')
      await markExam(tx, completion, attempt.learning_id, overview, now);
    return notifyLearner(
      tx,
      attempt,
      {
        reason: decided.reason,
        returnsChance,
        revoked:
          attempt.result === 'passed'
            ? await revokePass(
                tx,
                completion,
                { learningId: attempt.learning_id, examStatus: overview, change: actor },
                now,
              )
            : undefined,
      },
      now,
    );
  });
}

async function notifyLearner(
  tx: Db,
  { site_id, user_id, content_id, attempt_no }: Attempt,
  {
    reason,
    returnsChance,
    revoked,
  }: { reason: string; returnsChance: boolean; revoked?: RevokedPass | undefined },
  now: Date,
): Promise<RevokedPass | undefined> {
  const title = (await readCourseFacts(tx, [content_id])).get(content_id)?.title ?? '';
  const lost = revoked
    ? `由此授予的${revoked.hours}学时、${revoked.credits}学分已冲销${revoked.cert_no ? `，证书${revoked.cert_no}已撤销` : ''}。`
    : '';
  const text = `您第${attempt_no}次参加的“${title}”考试已作废，原因：${reason}。${lost}${returnsChance ? '本次考试不计入考试次数。' : ''}`;
  await insertMessages(tx, [
    {
      id: ulid(now.getTime()),
      site_id,
      user_id,
      kind: 'exam',
      title: '考试作废',
      text,
      link_type: 'myexam',
      created_at: now,
    },
  ]);
  return revoked;
}
