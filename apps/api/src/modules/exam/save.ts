import type { Db } from '../../database.ts';
import { isDue } from './action.rules.ts';
import { type Given, readSome, saveAnswers } from './answer.store.ts';
import { examMoved, examOver, foreignQuestion, noAttempt, wrongAnswer } from './exam.refusals.ts';
import { type Attempt, findAttempt } from './exam.store.ts';
import { askedIn, isAnswer } from './instance.rules.ts';
import { readFrozen } from './paper.store.ts';

const highestVersion = 2_147_483_647;

/** Refuses what cannot be an answer to this attempt; nothing of such a save is kept. */
async function check(db: Db, attempt: Attempt, answers: readonly Given[]): Promise<void> {
  const asked = new Map(askedIn(await readFrozen(db, attempt.paper_id, attempt.paper_version), attempt.instance).map((one) => [one.part.qid, one]));
  for (const { qid, answer, version } of answers) {
    const one = asked.get(qid);
    if (!one) throw foreignQuestion();
    if (!isAnswer(one, answer) || version > highestVersion) throw wrongAnswer(qid);
  }
}

interface Ask {
  user_id: string;
  site_id: string;
  scoreId: string;
  seat: string;
  answers: readonly Given[];
}

/** Saves answers and tells which were older than what is stored. */
export async function saveExam(db: Db, ask: Ask, now: Date) {
  const attempt = await findAttempt(db, ask, ask.scoreId);
  if (!attempt) throw noAttempt();
  if (attempt.attempt_status !== 'in_progress' || isDue(attempt, now)) throw examOver();
  if (attempt.seat !== ask.seat) throw examMoved();
  await check(db, attempt, ask.answers);
  const saved = await saveAnswers(db, ask.scoreId, ask.seat, ask.answers, now);
  if (!saved) throw (await findAttempt(db, ask, ask.scoreId))?.attempt_status === 'in_progress' ? examMoved() : examOver();
  const done = new Set(saved.map(({ qid }) => qid));
  const left = [...new Set(ask.answers.map(({ qid }) => qid))].filter((qid) => !done.has(qid));
  return { attempt, saved, stale: await readSome(db, ask.scoreId, left) };
}
