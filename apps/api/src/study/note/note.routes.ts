import { type Note, noteDelete, noteList, noteSave } from '@cme/contract/study';
import type { FastifyInstance } from 'fastify';
import type { AppContext } from '../../platform/context/context.ts';
import type { Db } from '../../platform/database/database.ts';
import { answer } from '../../platform/http/answer.ts';
import { formatTime } from '../../platform/http/format-time.ts';
import { shortName } from '../appraise/appraise.rules.ts';
import { readPlayable, readSectionTitles } from '../../content/catalogue/outline.store.ts';
import { readUsers } from '../../person/identity/user.store.ts';
import { enrolmentIn, noCourse } from '../learning/enrolled.ts';
import { saveNote } from './save.action.ts';
import { deleteNote, findNote, type NoteRow, readNotes } from './note.store.ts';

export function registerNote(app: FastifyInstance, context: AppContext): void {
  answer(app, context, noteList, async ({ db, site, person, body }) => {
    const owner = { site_id: site.site_id, user_id: person.user_id };
    await enrolmentIn(db, owner, body.id);
    const { scope, page, page_size } = body;
    const of = { ...owner, content_id: body.id };
    const { rows, total } = await readNotes(db, of, scope, body);
    return { list: await notesView(db, rows, person.user_id), total, page, page_size };
  });
  answer(
    app,
    context,
    noteSave,
    async ({ db, site, person, body }) => {
      const section = (await readPlayable(db, [body.section_id])).get(body.section_id);
      if (!section) throw noCourse();
      const owner = { site_id: site.site_id, user_id: person.user_id };
      await enrolmentIn(db, owner, section.content_id);
      const row = await saveNote(db, owner, section, body, context.now());
      const [note] = await notesView(db, [row], person.user_id);
      if (!note) throw new Error('the view of a note is missing');
      return { note };
    },
    { perMinute: 60 },
  );
  answer(app, context, noteDelete, async ({ db, site, person, body }) => {
    const row = await findNote(db, body.note_id);
    if (row?.user_id !== person.user_id || row.site_id !== site.site_id) return { deleted: 0 };
    await deleteNote(db, body.note_id);
    return { deleted: 1 };
  });
}

async function notesView(db: Db, rows: readonly NoteRow[], userId: string): Promise<Note[]> {
  const titles = await readSectionTitles(
    db,
    rows.map(({ section_id }) => section_id),
  );
  const people = await readUsers(
    db,
    rows.map(({ user_id }) => user_id),
  );
  return rows.map((row) => ({
    note_id: row.note_id,
    section_id: row.section_id,
    section_title: titles.get(row.section_id) ?? '',
    second: row.second,
    text: row.text,
    is_public: row.is_public,
    is_mine: row.user_id === userId ? 'Y' : 'N',
    user_name: shortName(people.get(row.user_id)?.real_name ?? ''),
    created_at: formatTime(row.created_at),
    updated_at: formatTime(row.updated_at),
  }));
}
