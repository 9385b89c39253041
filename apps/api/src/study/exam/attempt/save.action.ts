import type { Db } from '../../../platform/database/database.ts';
import { isDue } from '../enrolment/action.rules.ts';
import {
  type Answer,
  type AnswerToSave,
  type SavedAnswer,
  readAnswersToQuestions,
  saveAnswers,
  seatKey,
} from '../enrolment/answer.store.ts';
import {
  examMoved,
  examOver,
  foreignQuestion,
  noAttempt,
  wrongAnswer,
} from '../enrolment/exam.refusals.ts';
import { type Attempt, readAttempts } from '../enrolment/exam.store.ts';
import { drawnQuestions, findAnswerFault } from '../paper/instance.rules.ts';
import { readFrozenPaper } from '../paper/paper.store.ts';

const highestVersion = 2_147_483_647;

export interface SaveRequest {
  user_id: string;
  site_id: string;
  score_id: string;
  seat: string;
  answers: readonly AnswerToSave[];
}

export interface SavedAnswers {
  attempt: Attempt;
  saved: SavedAnswer[];
  stale: Answer[];
}

export const isOwn = (
  attempt: Attempt | undefined,
  owner: { user_id: string; site_id: string },
): attempt is Attempt =>
  attempt !== undefined && attempt.user_id === owner.user_id && attempt.site_id === owner.site_id;

/** Validates answers to this attempt; an invalid save is refused as a whole. */
export async function invalidAnswer(
  db: Db,
  attempt: Attempt,
  answers: readonly AnswerToSave[],
): Promise<Error | undefined> {
  const questions = new Map(
    drawnQuestions(
      await readFrozenPaper(db, attempt.paper_id, attempt.paper_version),
      attempt.instance,
    ).map((question) => [question.part.qid, question]),
  );
  for (const { qid, answer, version } of answers) {
    const one = questions.get(qid);
    if (!one) return foreignQuestion();
    const fault =
      version > highestVersion ? '答案版本不正确，请刷新页面' : findAnswerFault(one, answer);
    if (fault) return wrongAnswer(qid, fault);
  }
  return undefined;
}

/** Why an attempt does not accept answers from this page. */
function refusalFor(
  attempt: Attempt | undefined,
  request: SaveRequest,
  now: Date,
): Error | undefined {
  if (!isOwn(attempt, request)) return noAttempt();
  if (attempt.attempt_status !== 'in_progress' || isDue(attempt, now)) return examOver();
  return attempt.seat === request.seat ? undefined : examMoved();
}

/** Saves concurrent requests in one statement; returns each page's outdated answers. */
export async function saveAll(
  db: Db,
  requests: readonly SaveRequest[],
  now: Date,
): Promise<(SavedAnswers | Error)[]> {
  const attempts = await readAttempts(
    db,
    requests.map(({ score_id }) => score_id),
  );
  const errors: (Error | undefined)[] = [];
  for (const request of requests) {
    const attempt = attempts.get(request.score_id);
    errors.push(
      refusalFor(attempt, request, now) ??
        (attempt && (await invalidAnswer(db, attempt, request.answers))),
    );
  }
  const { open, saved } = await saveAnswers(
    db,
    requests.filter((_, index) => !errors[index]),
    now,
  );
  const refused = requests.filter(
    (request, index) => !errors[index] && !open.has(seatKey(request)),
  );
  const after =
    refused.length === 0
      ? attempts
      : await readAttempts(
          db,
          refused.map(({ score_id }) => score_id),
        );
  const results = requests.map(
    (request, index) =>
      errors[index] ??
      (open.has(seatKey(request))
        ? splitSaved(request, saved)
        : (refusalFor(after.get(request.score_id), request, now) ?? examMoved())),
  );
  const stale = await readAnswersToQuestions(
    db,
    results.flatMap((result, index) =>
      result instanceof Error ? [] : [{ score_id: requests[index]!.score_id, qids: result.left }],
    ),
  );
  return results.map((result, index) =>
    result instanceof Error
      ? result
      : {
          attempt: attempts.get(requests[index]!.score_id)!,
          saved: result.saved,
          stale: stale.filter(
            ({ score_id, qid }) =>
              score_id === requests[index]!.score_id && result.left.includes(qid),
          ),
        },
  );
}

function splitSaved(
  { score_id, answers }: SaveRequest,
  written: readonly SavedAnswer[],
): { saved: SavedAnswer[]; left: string[] } {
  const highest = new Map<string, number>();
  for (const { qid, version } of answers)
    highest.set(qid, Math.max(version, highest.get(qid) ?? 0));
  const saved = written.filter(
    (item) => item.score_id === score_id && highest.get(item.qid) === item.version,
  );
  return {
    saved,
    left: [...highest.keys()].filter((qid) => !saved.some((item) => item.qid === qid)),
  };
}
