import { type Survey, surveyGet, surveySubmit } from '@cme/contract/study';
import type { FastifyInstance } from 'fastify';
import { answer } from '../../platform/http/answer.ts';
import type { Db } from '../../platform/database/database.ts';
import type { AppContext } from '../../platform/context/context.ts';
import { RefusalError } from '../../platform/http/refusal.ts';
import { formatTime } from '../../platform/http/format-time.ts';
import { readCourseFacts } from '../../content/catalogue/catalogue.store.ts';
import { statusAt } from '../learning/learning.rules.ts';
import { findCurrentLearning, type Learning } from '../learning/learning.store.ts';
import { submitSurvey } from './submit.action.ts';
import { explainSurveyRefusal } from './survey.rules.ts';
import {
  findSubmission,
  findSurvey,
  readQuestions,
  readSurveyAnswers,
  type SurveyRow,
} from './survey.store.ts';
import type { CompletionEffects } from '../learning/completion.effects.ts';

export function registerSurvey(
  app: FastifyInstance,
  context: AppContext,
  completion: CompletionEffects,
): void {
  answer(app, context, surveyGet, async ({ body, site, person, db }) => {
    const { survey, learning } = await findOwnLearning(db, site.site_id, person.user_id, body);
    return surveyView(db, survey, learning, context.now());
  });
  answer(app, context, surveySubmit, async ({ body, site, person, db }) => {
    const { survey, learning } = await findOwnLearning(db, site.site_id, person.user_id, body);
    const result = await submitSurvey(context, completion, survey, learning, body);
    return { ...result, submitted_at: formatTime(result.submitted_at) };
  });
}

/** The survey of a course of this site for enrolled learners; not found for others. */
async function findOwnLearning(
  db: Db,
  siteId: string,
  userId: string,
  { course_id, survey_id }: { course_id: string; survey_id: string },
) {
  const survey = await findSurvey(db, siteId, course_id, survey_id);
  const learning = survey && (await findCurrentLearning(db, userId, course_id));
  if (!survey || !learning || learning.site_id !== siteId)
    throw new RefusalError(404, '没有找到该问卷', 'not_found');
  return { survey, learning };
}

async function surveyView(
  db: Db,
  survey: SurveyRow,
  learning: Learning,
  now: Date,
): Promise<Survey> {
  const course = (await readCourseFacts(db, [learning.content_id])).get(learning.content_id);
  const submission = await findSubmission(db, survey.survey_id, learning.learning_id);
  const isOpen = survey.close_at === null || now < survey.close_at;
  const reason = submission
    ? ''
    : explainSurveyRefusal({
        ...learning,
        learn_status: statusAt(learning, now),
        has_exam: course?.has_exam ?? 'N',
        close_at: survey.close_at,
        now,
      });
  const questions = await readQuestions(db, survey.survey_id);
  return {
    survey_id: survey.survey_id,
    course_id: survey.content_id,
    course_title: course?.title ?? '',
    title: survey.title,
    purpose: survey.purpose,
    survey_status: submission ? 'submitted' : reason ? 'not_open' : 'not_started',
    reason,
    required_for_credit: survey.required_for_credit,
    editable: survey.editable === 'Y' && isOpen ? 'Y' : 'N',
    submitted_at: submission ? formatTime(submission.submitted_at) : '',
    version: submission?.version ?? 0,
    questions: questions.map(({ qid, type, stem, required, options, rows, max_length }) => ({
      qid,
      type,
      stem,
      required,
      options,
      rows,
      max_length,
    })),
    answers: submission ? await readSurveyAnswers(db, submission.submission_id) : [],
  };
}
