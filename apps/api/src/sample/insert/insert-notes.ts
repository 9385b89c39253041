import type { Db } from '../../platform/database/database.ts';
import { addNote } from '../../study/note/note.store.ts';
import { courseId, sampleId, sectionId } from '@cme/sample/ids';
import { people } from '@cme/sample/people';
import { sites } from '@cme/sample/sites';

const hour = 3_600_000;

const notes = [
  ['nurse', 'pressure-injury', 1, 1, 14, '骨隆突处先看：骶尾、足跟、髋部。', 'N'],
  ['nurse', 'pressure-injury', 1, 1, 41, '指压不褪色 = 1 期，先减压再复评。', 'Y'],
  ['nurse', 'pressure-injury', 1, 2, 22, '布雷登总分 18 分以下就要有计划。', 'N'],
  ['physician', 'medical-ethics', 1, 1, 30, '知情同意：说明、理解、自愿，三样缺一不可。', 'Y'],
] as const;

/** Notes of a few people, one of them public. */
export async function insertSampleNotes(db: Db, now: Date): Promise<void> {
  const site_id = sites.find(({ key }) => key === 'main')?.site_id ?? 'main';
  for (const [
    index,
    [personKey, course, chapter, section, second, text, is_public],
  ] of notes.entries()) {
    const created_at = new Date(now.getTime() - (notes.length - index) * 5 * hour);
    await addNote(db, {
      site_id,
      user_id: people.find(({ key }) => key === personKey)?.user_id ?? '',
      content_id: courseId('main', course),
      section_id: sectionId('main', course, chapter, section),
      second,
      text,
      is_public,
      request_id: sampleId('note', String(index)),
      created_at,
      updated_at: created_at,
    });
  }
}
