import type { Db } from '../../platform/database/database.ts';
import { rebuildCard } from '../../content/catalogue/write/catalogue.write.ts';
import { section } from '../../content/catalogue/catalogue.tables.ts';
import { insertHomework } from '../../study/homework/homework.store.ts';
import { homeworkSubmit } from '../../study/homework/homework.tables.ts';
import { inquiry } from '../../study/inquiry/inquiry.tables.ts';
import { courseId, sampleId, sectionId } from '@cme/sample/ids';
import { people } from '@cme/sample/people';
import { sites } from '@cme/sample/sites';

const day = 86_400_000;

const tasks = [
  {
    course: 'pressure-injury',
    chapter: 2,
    title: '一位高危患者的减压计划',
    required: 'N',
    task: '选一位本科室的高危患者（不写姓名和床号），用布雷登量表评分，写一份二十四小时减压计划：\n1. 得分最低的两项和理由；\n2. 体位、支撑面和翻身间隔；\n3. 复评的时间和交班要点。',
  },
  {
    course: 'family-doctor',
    chapter: 1,
    title: '为一户家庭写一份签约服务计划',
    required: 'Y',
    task: '以一户有慢性病老人的家庭为例，写明首次上门的准备、随访频次和需要转诊的情形，不少于二百字。',
  },
] as const;

/** Homework of two courses, one submitted and one returned, and questions about one of them. */
export async function insertSampleHomework(db: Db, now: Date): Promise<void> {
  for (const [index, { course, chapter, title, required, task }] of tasks.entries()) {
    const content_id = courseId('main', course);
    const section_id = sectionId('main', course, chapter, 90);
    await db.insert(section).values({
      section_id,
      content_id,
      chapter_id: courseId('main', `${course}/${chapter}`),
      title: `作业：${title}`,
      type: 'homework',
      required,
      sort: 90,
    });
    await insertHomework(db, [
      {
        homework_id: sampleId('homework', course),
        content_id,
        section_id,
        title,
        task,
        deadline_at: new Date(now.getTime() + (14 + index * 7) * day),
      },
    ]);
    await rebuildCard(db, content_id);
  }
  await insertHandIn(db, now);
  await insertInquiries(db, now);
}

const site_id = sites.find(({ key }) => key === 'main')?.site_id ?? 'main';
const nurse = people.find(({ key }) => key === 'nurse');
const teacher = people.find(({ key }) => key === 'staff');
const course = courseId('main', 'pressure-injury');

async function insertHandIn(db: Db, now: Date): Promise<void> {
  const enrolment = nurse?.enrolments.find(({ course_id }) => course_id === course);
  if (!nurse || !enrolment) return;
  await db.insert(homeworkSubmit).values({
    submit_id: sampleId('homework-submit', 'nurse'),
    homework_id: sampleId('homework', 'pressure-injury'),
    learning_id: enrolment.learning_id,
    content_id: course,
    site_id,
    user_id: nurse.user_id,
    homework_status: 'returned',
    text: '患者卧床，布雷登 13 分，活动和摩擦力两项最低。使用气垫床，每两小时翻身一次，三十度侧卧。',
    revision: 1,
    score: 50,
    comment: '评分和体位写得清楚。请补上复评时间和交班要点后再交。',
    submitted_at: new Date(now.getTime() - 3 * day),
    graded_at: new Date(now.getTime() - 2 * day),
    graded_by: teacher?.user_id ?? '',
    updated_at: new Date(now.getTime() - 2 * day),
  });
}

async function insertInquiries(db: Db, now: Date): Promise<void> {
  if (!nurse || !teacher) return;
  const questions = [
    [
      5,
      '一期压力性损伤的皮肤可以按摩促进血液循环吗？',
      '不可以。发红处按摩会加重组织损伤，先解除压力，再观察三十分钟。',
    ],
    [1, '院外带入的压力性损伤，入院后几小时内要记录？', ''],
  ] as const;
  for (const [index, [daysAgo, text, reply]] of questions.entries()) {
    const requestedAt = new Date(now.getTime() - daysAgo * day);
    await db.insert(inquiry).values({
      inquiry_id: sampleId('inquiry', String(index)),
      site_id,
      user_id: nurse.user_id,
      content_id: course,
      section_id: sectionId('main', 'pressure-injury', 1, 1),
      text,
      request_id: sampleId('inquiry', String(index)),
      created_at: requestedAt,
      ...(reply
        ? {
            inquiry_status: 'answered' as const,
            answer: reply,
            answered_by: teacher.user_id,
            answered_at: new Date(requestedAt.getTime() + day / 2),
          }
        : {}),
    });
  }
}
