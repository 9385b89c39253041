import type { Db } from '../../platform/database/database.ts';
import { type Actor, logState } from '../../platform/state-log/state-log.store.ts';
import type { CompletionEffects } from './completion.effects.ts';
import { openProgress, saveProgress } from './progress/progress.store.ts';
import { recompute } from './recompute.action.ts';

interface Marked {
  learning_id: string;
  section_id: string;
  to: 'studying' | 'finished';
  by: Actor;
}

/** Records the result of a section that is no video, such as homework. Only moves forward, and
 * completes the course if nothing else is missing. */
export async function markSection(
  tx: Db,
  completion: CompletionEffects,
  { learning_id, section_id, to, by }: Marked,
  now: Date,
): Promise<void> {
  const before = await openProgress(tx, learning_id, section_id, now);
  if (before.section_status === 'finished' || before.section_status === to) return;
  await saveProgress(tx, {
    ...before,
    section_status: to,
    updated_at: now,
    finished_at: to === 'finished' ? now : null,
  });
  await logState(tx, {
    entity: 'section_progress',
    entity_id: `${learning_id}/${section_id}`,
    from: before.section_status,
    to,
    ...by,
    at: now,
  });
  await recompute(tx, completion, learning_id, now);
}
