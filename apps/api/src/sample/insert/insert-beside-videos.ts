import { eq } from 'drizzle-orm';
import type { Db } from '../../platform/database/database.ts';
import { insertResources, rebuildCard } from '../../content/catalogue/write/catalogue.write.ts';
import { section } from '../../content/catalogue/catalogue.tables.ts';
import { insertClassQuestions } from '../../study/player/checks/class-question.store.ts';
import { guide, questions } from '@cme/sample/beside-videos';
import { courseId, sampleId, sectionId } from '@cme/sample/ids';
import { videoSeconds } from '@cme/sample/videos';

const course = 'myopia';
const sound = 'myopia-audio';

/** A course with a document, an audio file, and questions in its first section. */
export async function insertSampleBesideVideos(db: Db): Promise<void> {
  const content_id = courseId('main', course);
  const common = {
    content_id,
    chapter_id: courseId('main', `${course}/1`),
    required: 'Y' as const,
  };
  const pages = guide.pages.length;
  const seconds = pages * guide.pageSeconds;
  const ids = { guide: sampleId('resource', guide.folder), sound: sampleId('resource', sound) };
  const heard = videoSeconds[sound] ?? videoSeconds['myopia-1-1'] ?? 0;
  await insertResources(db, [
    { resource_id: ids.guide, kind: 'pdf', folder: guide.folder, seconds, pages },
    { resource_id: ids.sound, kind: 'audio', folder: sound, seconds: heard },
  ]);
  await db.insert(section).values([
    {
      ...common,
      section_id: sectionId('main', course, 1, 80),
      title: guide.title,
      type: 'doc',
      resource_id: ids.guide,
      sort: 80,
    },
    {
      ...common,
      section_id: sectionId('main', course, 1, 81),
      title: '音频：路上再听一遍',
      type: 'audio',
      required: 'N',
      resource_id: ids.sound,
      sort: 81,
    },
  ]);
  const asked = sectionId('main', course, 1, 1);
  await db
    .update(section)
    .set({ check_plan: [[15, 25, 'question']] })
    .where(eq(section.section_id, asked));
  await insertClassQuestions(
    db,
    questions.map(({ options, ...question }, sort) => ({
      ...question,
      question_id: sampleId('class_question', course, String(sort)),
      section_id: asked,
      options: options.map((text, index) => ({ key: 'ABCD'.charAt(index), text })),
      sort,
    })),
  );
  await rebuildCard(db, content_id);
}
