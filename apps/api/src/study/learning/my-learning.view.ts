import type { MyLearning } from '@cme/contract/content';
import { statusAt } from './learning.rules.ts';
import type { Learning } from './learning.store.ts';
import { toSuspension } from './suspend.action.ts';

/** The person's enrolment on the page of its content. */
export const learningAt = (learning: Learning, now: Date): MyLearning => ({
  learning_id: learning.learning_id,
  learn_status: statusAt(learning, now),
  progress: learning.progress,
  ...toSuspension(learning),
});
