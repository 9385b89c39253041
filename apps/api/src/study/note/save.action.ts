import type { ParsedBodyOf } from '@cme/contract/base';
import type { noteSave } from '@cme/contract/study';
import type { Db } from '../../platform/database/database.ts';
import { RefusalError } from '../../platform/http/refusal.ts';
import type { Playable } from '../../content/catalogue/outline.store.ts';
import { addNote, findNote, type NoteRow, updateNote } from './note.store.ts';

/** Creates a note, or edits one's own. Its position must be within the video; seek restrictions are
 * the player's concern. */
export async function saveNote(
  db: Db,
  { site_id, user_id }: { site_id: string; user_id: string },
  section: Playable,
  { request_id, note_id, second, text, is_public }: ParsedBodyOf<typeof noteSave>,
  now: Date,
): Promise<NoteRow> {
  if (note_id === undefined)
    return addNote(db, {
      site_id,
      user_id,
      content_id: section.content_id,
      section_id: section.section_id,
      second: Math.min(second, section.seconds ?? 0),
      text,
      is_public,
      request_id,
      created_at: now,
      updated_at: now,
    });
  const before = await findNote(db, note_id);
  const isOwn = before?.user_id === user_id && before.site_id === site_id;
  if (!isOwn || before.section_id !== section.section_id) throw noNote();
  if (before.text === text && before.is_public === is_public) return before;
  const after = await updateNote(db, note_id, { text, is_public, updated_at: now });
  // Deleted in another tab meanwhile.
  if (!after) throw noNote();
  return after;
}

const noNote = () => new RefusalError(404, '没有找到这条笔记', 'not_found');
