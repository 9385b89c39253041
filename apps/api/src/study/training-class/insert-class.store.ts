import type { InferInsertModel } from 'drizzle-orm';
import type { Db } from '../../platform/database/database.ts';
import { training, trainingClass } from './training-class.tables.ts';

export async function insertTrainings(
  db: Db,
  rows: InferInsertModel<typeof training>[],
): Promise<void> {
  if (rows.length > 0) await db.insert(training).values(rows);
}

export async function insertClass(
  db: Db,
  row: InferInsertModel<typeof trainingClass>,
): Promise<void> {
  await db.insert(trainingClass).values(row);
}
