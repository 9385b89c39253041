import type { Extension } from '@cme/contract/study';
import { and, asc, desc, eq, inArray, type InferSelectModel } from 'drizzle-orm';
import type { Db } from '../../../platform/database/database.ts';
import { formatTime } from '../../../platform/http/format-time.ts';
import { extensionNames } from './extension.rules.ts';
import { extensionRequest } from '../learning.tables.ts';

export type ExtensionRequest = InferSelectModel<typeof extensionRequest>;

/** The requests of these enrolments, newest first. */
export const readExtensions = async (
  db: Db,
  learningIds: readonly string[],
): Promise<ExtensionRequest[]> =>
  learningIds.length === 0
    ? []
    : db
        .select()
        .from(extensionRequest)
        .where(inArray(extensionRequest.learning_id, [...learningIds]))
        .orderBy(desc(extensionRequest.asked_at), desc(extensionRequest.extension_id));

export async function findExtension(db: Db, id: string): Promise<ExtensionRequest | undefined> {
  const [row] = await db
    .select()
    .from(extensionRequest)
    .where(eq(extensionRequest.extension_id, id));
  return row;
}

/** Pending requests, of one site or of all, oldest first. */
export const waitingExtensions = (
  db: Db,
  siteId?: string,
  limit = 200,
): Promise<ExtensionRequest[]> =>
  db
    .select()
    .from(extensionRequest)
    .where(
      and(
        eq(extensionRequest.state, 'waiting'),
        siteId === undefined ? undefined : eq(extensionRequest.site_id, siteId),
      ),
    )
    .orderBy(asc(extensionRequest.asked_at))
    .limit(limit);

export async function insertExtension(db: Db, row: ExtensionRequest): Promise<void> {
  await db.insert(extensionRequest).values(row);
}

export async function updateExtension(
  db: Db,
  id: string,
  set: Partial<ExtensionRequest>,
): Promise<void> {
  await db.update(extensionRequest).set(set).where(eq(extensionRequest.extension_id, id));
}

export const toExtension = (row: ExtensionRequest): Extension => ({
  extension_id: row.extension_id,
  state: row.state,
  state_name: extensionNames[row.state],
  reason: row.reason,
  reply: row.reply,
  asked_at: formatTime(row.asked_at),
});
