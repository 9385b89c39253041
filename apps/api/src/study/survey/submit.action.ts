import type { Flag } from '@cme/contract/base';
import { ulid } from 'ulid';
import type { AppContext } from '../../platform/context/context.ts';
import { RefusalError } from '../../platform/http/refusal.ts';
import { readCourseFacts } from '../../content/catalogue/catalogue.store.ts';
import { statusAt } from '../learning/learning.rules.ts';
import { logState } from '../../platform/state-log/state-log.store.ts';
import { type Learning, lockLearning } from '../learning/learning.store.ts';
import { refuseSuspended } from '../learning/suspend.action.ts';
import { markSurvey } from '../learning/outcome.action.ts';
import { type SurveyQuestion, findAnswerFault, explainSurveyRefusal } from './survey.rules.ts';
import {
  findSubmission,
  insertSubmission,
  readQuestions,
  readSurveyAnswers,
  type SurveyRow,
  updateVersion,
  writeAnswers,
} from './survey.store.ts';
import type { CompletionEffects } from '../learning/completion.effects.ts';

interface SubmittedAnswer {
  qid: string;
  answer: string[];
}

interface Submission {
  answers: readonly SubmittedAnswer[];
  /** The version that the page started from; unknown to pages of older releases. */
  base_version?: number | undefined;
}

interface SubmitResult {
  submitted_at: Date;
  learn_status: string;
  stored: Flag;
  version: number;
  stored_answers?: SubmittedAnswer[];
}

/** Validated answers in the order of the questions, or a refusal that names the question. */
function checkAnswers(
  questions: readonly SurveyQuestion[],
  answers: readonly SubmittedAnswer[],
): SubmittedAnswer[] {
  const byQid = new Map(answers.map((item) => [item.qid, item.answer]));
  if (
    byQid.size !== answers.length ||
    answers.some(({ qid }) => !questions.some((question) => question.qid === qid))
  ) {
    throw new RefusalError(400, '提交的题目不属于本问卷，请刷新页面后重试', 'bad_request');
  }
  return questions.flatMap((question, index) => {
    const answer = byQid.get(question.qid) ?? [];
    const fault = findAnswerFault(question, answer, index + 1);
    if (fault) throw new RefusalError(400, fault, 'bad_request', { qid: question.qid });
    return answer.length === 0 ? [] : [{ qid: question.qid, answer }];
  });
}

const toComparable = (answers: readonly SubmittedAnswer[]) =>
  answers
    .filter(({ answer }) => answer.length > 0)
    .map(({ qid, answer }) => JSON.stringify([qid, ...answer.toSorted()]))
    .toSorted()
    .join();

/** Submits a survey once per enrolment and records it. A repeated call returns the first
 * submission, unless it is editable, and whether the answers are the same. Answers that another page
 * has changed meanwhile are not replaced but returned, so that the learner can decide. */
export function submitSurvey(
  { db, now }: Pick<AppContext, 'db' | 'now'>,
  completion: CompletionEffects,
  survey: SurveyRow,
  ownLearning: Learning,
  { answers: input, base_version }: Submission,
): Promise<SubmitResult> {
  return db.transaction(async (tx) => {
    const at = now();
    const learning = (await lockLearning(tx, ownLearning.learning_id)) ?? ownLearning;
    refuseSuspended(learning);
    const before = await findSubmission(tx, survey.survey_id, learning.learning_id);
    const isOpen = survey.close_at === null || at < survey.close_at;
    const isEditable = survey.editable === 'Y' && isOpen;
    const isChanged =
      before !== undefined && base_version !== undefined && base_version !== before.version;
    if (before && (!isEditable || isChanged)) {
      const answers = await readSurveyAnswers(tx, before.submission_id);
      const isSame = toComparable(answers) === toComparable(input);
      return {
        submitted_at: before.submitted_at,
        learn_status: statusAt(learning, at),
        stored: isSame ? 'Y' : 'N',
        version: before.version,
        ...(isEditable && !isSame && { stored_answers: answers }),
      };
    }
    const course = (await readCourseFacts(tx, [learning.content_id])).get(learning.content_id);
    const reason = before
      ? ''
      : explainSurveyRefusal({
          ...learning,
          learn_status: statusAt(learning, at),
          has_exam: course?.has_exam ?? 'N',
          close_at: survey.close_at,
          now: at,
        });
    if (reason) throw new RefusalError(400, reason, 'exam_locked');
    const answers = checkAnswers(await readQuestions(tx, survey.survey_id), input);
    const submission_id = before?.submission_id ?? ulid(at.getTime());
    const version = (before?.version ?? 0) + 1;
    if (before) await updateVersion(tx, submission_id, version);
    else {
      await insertSubmission(tx, {
        submission_id,
        survey_id: survey.survey_id,
        learning_id: learning.learning_id,
        user_id: learning.user_id,
        submitted_at: at,
        version,
      });
      await logState(tx, {
        entity: 'survey',
        entity_id: submission_id,
        from: 'not_started',
        to: 'submitted',
        actor_type: 'learner',
        actor_id: learning.user_id,
        at,
      });
    }
    await writeAnswers(tx, submission_id, answers);
    const after = (await markSurvey(tx, completion, learning.learning_id, at)) ?? learning;
    return {
      submitted_at: before?.submitted_at ?? at,
      learn_status: statusAt(after, at),
      stored: 'Y',
      version,
    };
  });
}
