import { and, count, desc, eq, type InferSelectModel, ne, type SQL } from 'drizzle-orm';
import { ulid } from 'ulid';
import type { Db } from '../../platform/database/database.ts';
import { note } from './note.tables.ts';

export type NoteRow = InferSelectModel<typeof note>;

/** Whose notes of a course a person can read. */
export interface NotesOf {
  site_id: string;
  user_id: string;
  content_id: string;
}

const isOwnNote = ({ user_id, content_id }: NotesOf) =>
  and(eq(note.user_id, user_id), eq(note.content_id, content_id));
const isOthersNote = ({ site_id, user_id, content_id }: NotesOf) =>
  and(
    eq(note.content_id, content_id),
    eq(note.site_id, site_id),
    eq(note.is_public, 'Y'),
    eq(note.status, 'shown'),
    ne(note.user_id, user_id),
  );

export async function readNotes(
  db: Db,
  filter: NotesOf,
  scope: 'mine' | 'public',
  { page, page_size }: { page: number; page_size: number },
): Promise<{ rows: NoteRow[]; total: number }> {
  const where = scope === 'mine' ? isOwnNote(filter) : isOthersNote(filter);
  const rows = await db
    .select()
    .from(note)
    .where(where)
    .orderBy(desc(note.created_at), desc(note.note_id))
    .limit(page_size)
    .offset((page - 1) * page_size);
  return { rows, total: await countWhere(db, where, maxCounted) };
}

/** Counting stops here, because no list is read that far. */
const maxCounted = 1000;

async function countWhere(db: Db, where: SQL | undefined, limit: number): Promise<number> {
  const some = db.select({ id: note.note_id }).from(note).where(where).limit(limit).as('some');
  const [row] = await db.select({ n: count() }).from(some);
  return row?.n ?? 0;
}

/** Number of notes of a course that a person can read: own ones and public ones of others. */
export async function countNotes(db: Db, filter: NotesOf): Promise<number> {
  const ownCount = filter.user_id === '' ? 0 : await countWhere(db, isOwnNote(filter), maxCounted);
  return ownCount + (await countWhere(db, isOthersNote(filter), maxCounted));
}

export async function findNote(db: Db, noteId: string): Promise<NoteRow | undefined> {
  const [row] = await db.select().from(note).where(eq(note.note_id, noteId));
  return row;
}

/** Writes a note once per request; a repeat returns the first result. */
export async function addNote(db: Db, row: Omit<NoteRow, 'note_id' | 'status'>): Promise<NoteRow> {
  const [added] = await db
    .insert(note)
    .values({ ...row, note_id: ulid(row.created_at.getTime()) })
    .onConflictDoNothing()
    .returning();
  if (added) return added;
  const [earlier] = await db
    .select()
    .from(note)
    .where(and(eq(note.user_id, row.user_id), eq(note.request_id, row.request_id)));
  if (!earlier) throw new Error('an existing note was not found');
  return earlier;
}

export async function updateNote(
  db: Db,
  noteId: string,
  set: Partial<Pick<NoteRow, 'text' | 'is_public' | 'status' | 'updated_at'>>,
): Promise<NoteRow | undefined> {
  const [row] = await db.update(note).set(set).where(eq(note.note_id, noteId)).returning();
  return row;
}

export async function deleteNote(db: Db, noteId: string): Promise<void> {
  await db.delete(note).where(eq(note.note_id, noteId));
}

/** Public notes, of one site or of all, newest first. */
export const readPublic = (
  db: Db,
  {
    status,
    limit,
    siteId,
  }: { status: NoteRow['status']; limit: number; siteId?: string | undefined },
): Promise<NoteRow[]> =>
  db
    .select()
    .from(note)
    .where(
      and(
        eq(note.is_public, 'Y'),
        eq(note.status, status),
        siteId === undefined ? undefined : eq(note.site_id, siteId),
      ),
    )
    .orderBy(desc(note.created_at), desc(note.note_id))
    .limit(limit);
