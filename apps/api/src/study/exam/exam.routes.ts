import {
  examAnalysis,
  examAttempt,
  examEvent,
  examIntro,
  examList,
  examResult,
  examSave,
  examStart,
  examSubmit,
} from '@cme/contract/study';
import type { FastifyInstance } from 'fastify';
import { answer } from '../../platform/http/answer.ts';
import type { Db } from '../../platform/database/database.ts';
import type { AppContext } from '../../platform/context/context.ts';
import { formatTime } from '../../platform/http/format-time.ts';
import { findContent } from '../../content/catalogue/catalogue.store.ts';
import { refusalWithoutEnrolment } from '../learning/enrolled.ts';
import { findCurrentLearning } from '../learning/learning.store.ts';
import { createBatcher } from '../../platform/batching/batcher.ts';
import { readAnalysis } from './result/analysis.view.ts';
import { runningView } from './attempt/attempt.view.ts';
import { createBookingQueue } from './grading/book.job.ts';
import { readExamCards, readExamOverviews } from './list/exam-card.view.ts';
import { registerDeadlines } from './attempt/deadline.job.ts';
import { examOver, noAttempt, noPaper } from './enrolment/exam.refusals.ts';
import { type Attempt, findAttempt } from './enrolment/exam.store.ts';
import { closeIfDue } from './attempt/finish.action.ts';
import { isDue } from './enrolment/action.rules.ts';
import { describeRules } from './paper/intro.rules.ts';
import { readMissing } from './missing.view.ts';
import { listExams } from './list/exam-list.view.ts';
import { countByType } from './paper/paper.rules.ts';
import { type ResultView, viewResults } from './result/result.view.ts';
import { type SaveRequest, saveAll, type SavedAnswers } from './attempt/save.action.ts';
import { resumeExam, startExam } from './attempt/start.action.ts';
import type { CompletionEffects } from '../learning/completion.effects.ts';
import { recordEvent, submitAll, type SubmitRequest } from './attempt/submit.action.ts';

interface Learner {
  user_id: string;
  site_id: string;
}
const toLearner = ({
  person,
  site,
}: {
  person: { user_id: string };
  site: { site_id: string };
}): Learner => ({ user_id: person.user_id, site_id: site.site_id });
const getUserAgent = (request: { headers: { 'user-agent'?: string | undefined } }) =>
  request.headers['user-agent'] ?? '';

export function registerExam(
  app: FastifyInstance,
  context: AppContext,
  completion: CompletionEffects,
): void {
  registerDeadlines(app, context, completion);
  const viewResult = createBatcher<Attempt, ResultView>((attempts) =>
    viewResults(context.db, attempts, context.now()),
  );
  registerPapers(app, context);
  registerAttempts(app, context, completion);
  registerSubmit(app, context, completion, viewResult);
  registerResults(app, context, completion, viewResult);
}

type ViewResult = (attempt: Attempt) => Promise<ResultView>;

/** Papers and their terms. */
function registerPapers(app: FastifyInstance, context: AppContext): void {
  answer(app, context, examList, ({ body, site, person, db }) =>
    listExams(db, toLearner({ site, person }), body, context.now()),
  );
  answer(app, context, examIntro, async ({ body, site, person, db }) => {
    const now = context.now();
    const learning = await findCurrentLearning(db, person.user_id, body.course_id);
    if (!learning || learning.site_id !== site.site_id)
      throw refusalWithoutEnrolment(await findContent(db, site.site_id, body.course_id));
    const [overview] = await readExamOverviews(db, site.site_id, [learning], now);
    const [card] = overview ? await readExamCards(db, [overview], now) : [];
    if (!overview || !card) throw noPaper();
    const missing =
      overview.action === 'locked' ? await readMissing(db, overview.learning, now) : [];
    return {
      ...card,
      rules: describeRules(overview.frozen, overview.paper),
      missing,
      by_type: countByType(overview.frozen),
    };
  });
}

/** Attempts in progress. Concurrent saves are batched. */
function registerAttempts(
  app: FastifyInstance,
  context: AppContext,
  completion: CompletionEffects,
): void {
  const save = createBatcher<SaveRequest, SavedAnswers>((requests) =>
    saveAll(context.db, requests, context.now()),
  );
  answer(app, context, examStart, async ({ body, site, person, request, db }) =>
    runningView(
      db,
      await startExam(context, completion, {
        site,
        person,
        paperId: body.paper_id,
        learningId: body.learning_id,
        device: getUserAgent(request),
      }),
      context.now(),
    ),
  );
  answer(app, context, examAttempt, async ({ body, site, person, request, db }) => {
    const attempt = await readSettled(
      db,
      completion,
      toLearner({ site, person }),
      body.score_id,
      context.now(),
    );
    if (attempt.attempt_status !== 'in_progress') throw examOver();
    const running = await resumeExam(db, attempt, getUserAgent(request));
    if (!running) throw examOver();
    return runningView(db, running, context.now());
  });
  answer(app, context, examSave, async ({ body, site, person }) => {
    const { score_id, seat, answers } = body;
    const { attempt, saved, stale } = await save({
      ...toLearner({ site, person }),
      score_id,
      seat,
      answers,
    });
    const now = context.now();
    return {
      saved,
      stale,
      saved_at: formatTime(now),
      deadline_ms: attempt.deadline_at.getTime(),
      server_time: now.getTime(),
    };
  });
  answer(app, context, examEvent, ({ body, site, person }) =>
    recordEvent(context, completion, toLearner({ site, person }), body.score_id, body.kind),
  );
}

/** Submissions are batched too, since all arrive at once at the end of a scheduled exam. */
function registerSubmit(
  app: FastifyInstance,
  context: AppContext,
  completion: CompletionEffects,
  see: ViewResult,
): void {
  const submit = createBatcher<SubmitRequest, Attempt>((requests) =>
    submitAll(context.db, completion, requests, context.now()),
  );
  const book = createBookingQueue(context, completion);
  answer(app, context, examSubmit, async ({ body, site, person }) => {
    const { score_id, seat, answers, confirm } = body;
    const attempt = await submit({
      ...toLearner({ site, person }),
      score_id,
      seat,
      answers,
      isConfirmed: confirm === 'Y',
    });
    if (attempt.attempt_status === 'graded' && !attempt.booked_at) book(score_id);
    return (await see(attempt)).result;
  });
}

/** Submitted attempts. */
function registerResults(
  app: FastifyInstance,
  context: AppContext,
  completion: CompletionEffects,
  see: ViewResult,
): void {
  answer(
    app,
    context,
    examResult,
    async ({ body, site, person, db }) =>
      (
        await see(
          await readFinished(
            db,
            completion,
            toLearner({ site, person }),
            body.score_id,
            context.now(),
          ),
        )
      ).result,
  );
  answer(app, context, examAnalysis, async ({ body, site, person, db }) =>
    readAnalysis(
      db,
      await readFinished(db, completion, toLearner({ site, person }), body.score_id, context.now()),
      context.now(),
    ),
  );
}

/** The person's own attempt, closed if overdue. */
async function readSettled(
  db: Db,
  completion: CompletionEffects,
  whose: Learner,
  scoreId: string,
  now: Date,
) {
  const found = await findAttempt(db, whose, scoreId);
  const attempt =
    found?.attempt_status === 'in_progress' && isDue(found, now)
      ? await closeIfDue(db, completion, scoreId, now)
      : found;
  if (!attempt || attempt.attempt_status === 'voided') throw noAttempt();
  return attempt;
}

/** Like `settled`, for a submitted attempt: a running one has no result yet. */
async function readFinished(
  db: Db,
  completion: CompletionEffects,
  whose: Learner,
  scoreId: string,
  now: Date,
) {
  const attempt = await readSettled(db, completion, whose, scoreId, now);
  if (attempt.attempt_status === 'in_progress') throw noAttempt();
  return attempt;
}
