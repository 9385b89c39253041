import type { AppContext } from '../../platform/context/context.ts';
import { RefusalError } from '../../platform/http/refusal.ts';
import {
  addHits,
  countSince,
  lockKeys,
  returnHits,
  withLimits,
} from '../../person/identity/limits/limit.store.ts';
import { wrongCode } from './sign.action.ts';
import { canSign, isScreenCode, sessionId } from './sign.rules.ts';
import type { TrainingClass } from './training-class.store.ts';
import type { Lesson } from './training-class.tables.ts';

/** Wrong codes of a person for a lesson. Three codes of six digits are valid at a time: so many
 * guesses succeed three times in a hundred thousand. */
const wrongCodes = 10;
/** Longer than check-in is open. */
const countedMs = 2 * 3_600_000;

interface Guess {
  trainingClass: TrainingClass;
  user_id: string;
  code: string;
  /** When the code was entered, however long the request waited. */
  at: Date;
}

/** The lesson whose code on the screen this is. An attempt counts before it is checked, so that
 * concurrent ones are not free; others of the class, and other people, are not affected. */
export async function lessonOfCode(
  { db, settings }: Pick<AppContext, 'db' | 'settings'>,
  { trainingClass, user_id, code, at }: Guess,
): Promise<Lesson> {
  const { class_id, timetable } = trainingClass;
  const open = timetable.filter((lesson) => canSign(lesson, at));
  const toLimitKey = (lesson: Lesson) => `class-code:${class_id}/${sessionId(lesson)}/${user_id}`;
  if (open.length === 0) throw wrongCode();
  const { lessons, ids } = await withLimits(db, user_id, async (tx) => {
    await lockKeys(tx, at, open.map(toLimitKey));
    const since = new Date(at.getTime() - countedMs);
    const guessed: Lesson[] = [];
    for (const lesson of open)
      if ((await countSince(tx, toLimitKey(lesson), since)) < wrongCodes) guessed.push(lesson);
    if (guessed.length === 0)
      throw new RefusalError(429, '签到码错误次数过多，这节课请由老师签到', 'rate_limited');
    const hits = guessed.map((lesson) => ({ key: toLimitKey(lesson) }));
    return { lessons: guessed, ids: await addHits(tx, at, hits) };
  });
  const lesson = lessons.find((item) =>
    isScreenCode(settings, class_id, sessionId(item), code, at),
  );
  if (!lesson) throw wrongCode();
  await returnHits(db, ids);
  return lesson;
}
