import type { DataOf } from '@cme/contract/base';
import type { playerCheckQuestion } from '@cme/contract/study';
import type { SignedIn } from '../../../platform/context/context.ts';
import type { Db } from '../../../platform/database/database.ts';
import { readChecks } from '../../learning/progress/progress.store.ts';
import { findQuestion } from './class-question.store.ts';
import { findPlay } from '../play/play.store.ts';
import { unknownPlay } from '../play/player.refusals.ts';

/**
 * The question of an open check. Questions are never shown before they are due, and the correct
 * answer never.
 */
export async function readCheckQuestion(
  db: Db,
  { person, session }: SignedIn,
  playHash: string,
  checkId: string,
): Promise<DataOf<typeof playerCheckQuestion>> {
  const play = await findPlay(db, playHash);
  if (!play || play.user_id !== person.user_id || play.session_id !== session.session_id)
    throw unknownPlay();
  const checks = await readChecks(db, play.learning_id, play.section_id);
  const check = checks.find(
    ({ check_id, shown_at, answered_at }) =>
      check_id === checkId && shown_at !== null && answered_at === null,
  );
  const question = check?.question_id ? await findQuestion(db, check.question_id) : undefined;
  if (!check || !question) throw unknownPlay();
  return {
    check_id: check.check_id,
    attempt: check.wrong_count,
    stem: question.stem,
    is_multiple: question.answer.length > 1 ? 'Y' : 'N',
    options: question.options,
  };
}
