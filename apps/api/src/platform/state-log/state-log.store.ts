import { and, asc, eq, type InferInsertModel, type InferSelectModel } from 'drizzle-orm';
import { monotonicFactory } from 'ulid';
import type { Db } from '../database/database.ts';
import { stateLog } from './state-log.tables.ts';

/** The acting party. */
export interface Actor {
  actor_type: 'learner' | 'staff' | 'system';
  actor_id: string;
}
export const system: Actor = { actor_type: 'system', actor_id: '' };

/** Two changes within a millisecond keep the order of their inserts. */
const newId = monotonicFactory();

export async function logState(
  db: Db,
  row: Omit<InferInsertModel<typeof stateLog>, 'id'>,
): Promise<void> {
  await db.insert(stateLog).values({ ...row, id: newId(row.at.getTime()) });
}

export async function logStates(
  db: Db,
  rows: readonly Omit<InferInsertModel<typeof stateLog>, 'id'>[],
): Promise<void> {
  if (rows.length > 0)
    await db.insert(stateLog).values(rows.map((row) => ({ ...row, id: newId(row.at.getTime()) })));
}

/** All state changes of a subject, oldest first. */
export const readStates = (
  db: Db,
  entity: string,
  entityId: string,
): Promise<InferSelectModel<typeof stateLog>[]> =>
  db
    .select()
    .from(stateLog)
    .where(and(eq(stateLog.entity, entity), eq(stateLog.entity_id, entityId)))
    .orderBy(asc(stateLog.at), asc(stateLog.id));

/** All states of a subject, oldest first. */
export const readStateTimes = (
  db: Db,
  entity: string,
  id: string,
): Promise<{ to: string; at: Date }[]> =>
  db
    .select({ to: stateLog.to, at: stateLog.at })
    .from(stateLog)
    .where(and(eq(stateLog.entity, entity), eq(stateLog.entity_id, id)))
    .orderBy(asc(stateLog.at), asc(stateLog.id));
