import { and, eq, inArray, ne } from 'drizzle-orm';
import type { Db } from '../../platform/database/database.ts';
import type { Learning } from './learning.store.ts';
import { learning } from './learning.tables.ts';

/** Enrolments from these order items or cards, except cancelled ones. */
export const learningsFrom = async (
  db: Db,
  source: 'order' | 'card',
  sourceIds: readonly string[],
): Promise<Learning[]> =>
  sourceIds.length === 0
    ? []
    : db
        .select()
        .from(learning)
        .where(
          and(
            eq(learning.source, source),
            inArray(learning.source_id, [...sourceIds]),
            ne(learning.learn_status, 'revoked'),
          ),
        );
