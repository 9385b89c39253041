import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { AppContext } from '../../platform/context/context.ts';
import type { Db } from '../../platform/database/database.ts';
import { insertAppraise } from '../../study/appraise/appraise.store.ts';
import { insertAttachments } from '../../content/catalogue/attachment.store.ts';
import { insertFavorite } from '../../content/collection/collection.store.ts';
import { attachFiles } from '../../person/file/attach.action.ts';
import { storeFile } from '../../person/file/store-file.action.ts';
import { courseFiles } from '@cme/sample/course-files';
import { courses } from '@cme/sample/courses';
import { eventId } from '@cme/sample/events';
import { courseId, sampleId } from '@cme/sample/ids';
import { toMoment } from '@cme/sample/moments';
import { people } from '@cme/sample/people';
import { sites } from '@cme/sample/sites';

const day = 86_400_000;
const getSiteId = (key: string) => sites.find((site) => site.key === key)?.site_id ?? key;
const filesFolder = join(import.meta.dirname, '../../../media/files');

const comments: readonly [scores: [number, number, number, number], text: string][] = [
  [[5, 5, 5, 4], '讲得很实在，例子就是我们科里天天遇到的，看完当天就用上了。'],
  [[5, 4, 5, 5], '一节课解决一个问题，不绕弯，夜班后也能听进去。'],
  [[4, 4, 5, 4], '框架清楚，要是能多两张对照表就更好了。'],
  [[5, 5, 4, 5], '带着村医一起学的，大家都说听得懂、记得住。'],
  [[3, 4, 4, 3], '内容偏基础，适合新人；希望再出一门进阶的。'],
  [[5, 5, 5, 5], ''],
];

/** Reviews by people who have completed a course. The nurse has none yet. */
async function insertAppraisals(db: Db, now: Date): Promise<void> {
  let index = 0;
  for (const { key, user_id, site, enrolments } of people) {
    if (key === 'nurse') continue;
    for (const { course_id, learn_status, completed } of enrolments) {
      if (learn_status !== 'completed' || !completed) continue;
      const [[useful, concise, logical, design], text] = comments[index % comments.length] ?? [
        [5, 5, 5, 5],
        '',
      ];
      index += 1;
      const commentedAt = toMoment(completed, now).getTime() + day / 2;
      await insertAppraise(db, {
        site_id: getSiteId(site),
        user_id,
        content_id: course_id,
        useful,
        concise,
        logical,
        design,
        text,
        created_at: new Date(Math.min(commentedAt, now.getTime())),
      });
    }
  }
}

/** Attachments of courses. */
async function insertFiles({ settings }: Pick<AppContext, 'settings'>, db: Db, now: Date) {
  const site_id = getSiteId('main');
  const byCourse = Map.groupBy(courseFiles, ({ course }) => course);
  for (const [key, files] of byCourse) {
    const content_id = courseId('main', key);
    const file_ids: string[] = [];
    for (const [sort, { file, title }] of files.entries()) {
      const bytes = readFileSync(join(filesFolder, file));
      const file_id = sampleId('course-file', file);
      await storeFile({ settings, now: () => now }, db, {
        file_id,
        site_id,
        kind: 'resource',
        name: `${title}.pdf`,
        format: 'pdf',
        bytes,
      });
      file_ids.push(file_id);
      await insertAttachments(db, [
        {
          attachment_id: sampleId('attachment', file),
          content_id,
          title,
          kind: 'pdf',
          size: bytes.byteLength,
          file_key: file_id,
          sort,
          created_at: new Date(now.getTime() - 9 * day),
        },
      ]);
    }
    await attachFiles(db, {
      site_id,
      user_id: '',
      owner_type: 'content',
      owner_id: content_id,
      title: courses.find(({ id }) => id === content_id)?.title ?? '',
      file_ids,
      kinds: ['resource'],
      most: 20,
    });
  }
}

/** A few favourites of the physician and the nurse. */
async function insertFavorites(db: Db, now: Date): Promise<void> {
  const wanted = [
    ['physician', 'C', courseId('main', 'stroke')],
    ['physician', 'C', courseId('main', 'hypertension-clinic')],
    ['physician', 'L', eventId('main', 'live-flu')],
    ['physician', 'A', eventId('main', 'act-hard-cases')],
    ['senior', 'R', eventId('main', 'live-bp-replay')],
    ['nurse', 'C', courseId('main', 'stroke')],
    ['nurse', 'R', eventId('main', 'live-bp-replay')],
    ['nurse', 'A', eventId('main', 'act-nurse-salon')],
  ] as const;
  for (const [index, [personKey, content_type, content_id]] of wanted.entries())
    await insertFavorite(db, {
      site_id: getSiteId('main'),
      user_id: people.find(({ key }) => key === personKey)?.user_id ?? '',
      content_type,
      content_id,
      added_at: new Date(now.getTime() - (index + 1) * day),
    });
}

/** Reviews, favourites and attachments. Requires everything else. */
export async function insertSampleSaid(
  context: Pick<AppContext, 'settings'>,
  db: Db,
  now: Date,
): Promise<void> {
  await insertAppraisals(db, now);
  await insertFiles(context, db, now);
  await insertFavorites(db, now);
}
