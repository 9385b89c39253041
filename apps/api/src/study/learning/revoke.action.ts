import { and, eq, ne } from 'drizzle-orm';
import type { Db } from '../../platform/database/database.ts';
import { readCourseFacts } from '../../content/catalogue/catalogue.store.ts';
import { findCurrentLearning, updateLearning } from './learning.store.ts';
import { logState } from '../../platform/state-log/state-log.store.ts';
import { learning } from './learning.tables.ts';
import { readParts } from './outline.view.ts';
import type { CompletionEffects } from './completion.effects.ts';

/** Revokes all enrolments from an order item, a card or a class membership. Their credits are
 * reversed and certificates revoked; study records, notes and attempts are kept. Returns the
 * enrolments that were open. Idempotent. */
export async function revokeLearnings(
  tx: Db,
  completion: CompletionEffects,
  from: { source: 'order' | 'card' | 'class'; source_id: string },
  now: Date,
  reason = '退款',
): Promise<string[]> {
  const rows = await tx
    .select()
    .from(learning)
    .where(
      and(
        eq(learning.source, from.source),
        eq(learning.source_id, from.source_id),
        ne(learning.learn_status, 'revoked'),
        // People who leave a class keep completed courses.
        from.source === 'class' ? ne(learning.learn_status, 'completed') : undefined,
      ),
    )
    .orderBy(learning.learning_id)
    .for('update');
  for (const row of rows) {
    const { reversed } = await completion.revokeCompletion(tx, row, reason, now);
    await updateLearning(tx, row.learning_id, {
      learn_status: 'revoked',
      suspension: '',
      ...(reversed ? { credit_status: 'revoked' as const } : {}),
    });
    await logState(tx, {
      entity: 'learning',
      entity_id: row.learning_id,
      from: row.learn_status,
      to: 'revoked',
      actor_type: 'system',
      actor_id: from.source_id,
      reason,
      at: now,
    });
  }
  return rows.map(({ learning_id }) => learning_id);
}

/** Number of required sections of these contents that the person has finished, by content id;
 * contents never joined are absent. */
export async function studyShare(
  db: Db,
  userId: string,
  contentIds: readonly string[],
): Promise<Map<string, { finished: number; total: number }>> {
  const courseFacts = await readCourseFacts(db, [...contentIds]);
  const rows = [];
  for (const id of contentIds) rows.push(await findCurrentLearning(db, userId, id));
  const joined = rows.filter((row) => row !== undefined);
  const parts = await readParts(db, joined, (id) => courseFacts.get(id)?.sequential ?? 'N');
  return new Map(
    joined.map(({ learning_id, content_id }) => {
      const required = (parts.get(learning_id) ?? []).filter((part) => part.required === 'Y');
      return [
        content_id,
        {
          finished: required.filter(({ status }) => status === 'finished').length,
          total: required.length,
        },
      ];
    }),
  );
}
