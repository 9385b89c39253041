import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { cleanHtml } from '@cme/contract/html';
import { classAgreement } from '@cme/contract';
import type { AppContext } from '../../context.ts';
import type { Db } from '../../database/database.ts';
import { wireDay, wireTime } from '../../http/wire-time.ts';
import { insertPackage } from '../../modules/catalogue/catalogue.write.ts';
import { attachFiles } from '../../modules/file/attach.action.ts';
import { storeFile } from '../../modules/file/store-file.action.ts';
import { logMembers, openCourses } from '../../modules/trainingclass/seats.action.ts';
import {
  type ClassMember,
  findClass,
  insertClass,
  insertTrainings,
  putMembers,
} from '../../modules/trainingclass/trainingclass.store.ts';
import type {
  Handout,
  Lesson,
  MemberStatus,
} from '../../modules/trainingclass/trainingclass.tables.ts';
import { fileOwner } from '../../modules/trainingclass/trainingclass.view.ts';
import { sampleId } from '../ids.ts';
import { sites } from '../sites.ts';
import {
  type FromToday,
  type SampleClass,
  type SampleLesson,
  trainingClasses,
  trainings,
} from '../training-classes.ts';

const day = 86_400_000;
const files = join(import.meta.dirname, '../../../media/handouts');
const siteOf = (key: string) => sites.find((site) => site.key === key)?.site_id ?? '';

/** This many days after `now`, at that time in Asia/Shanghai. */
const momentOf = ({ days, time }: FromToday, now: Date): Date =>
  new Date(`${wireDay(new Date(now.getTime() + days * day))}T${time}:00+08:00`);

/** Trainings with their classes and members. Requires courses, teachers and people. */
export async function insertSampleClasses(
  db: Db,
  context: Pick<AppContext, 'settings' | 'now'>,
  now: Date,
): Promise<void> {
  await insertTrainings(
    db,
    trainings.map(({ site, html, ...row }) => ({
      ...row,
      site_id: siteOf(site),
      html: cleanHtml(html),
    })),
  );
  const stored = new Map<string, string>();
  for (const one of trainingClasses) {
    await insertContent(db, one, now);
    await insertRow(db, one, await handoutsOf(db, context, one, stored), now);
    await insertMembers(db, one, now);
  }
}

const insertContent = (db: Db, one: SampleClass, now: Date): Promise<void> =>
  insertPackage(
    db,
    {
      content: {
        content_id: one.id,
        title: one.title,
        subtitle: one.subtitle,
        cover: one.cover,
        summary: one.summary,
        detail_html: one.detail_html,
        discipline: one.discipline,
        leader: one.leader,
        source_unit: one.source_unit,
        series_codes: one.series_codes,
        levels: one.levels,
        tags: one.tags,
        hours: one.hours,
        credits: one.credits,
        year: one.year,
        subject_kind: one.subject_kind,
        project_no: one.class_no,
        project_level: '省',
        credit_type: 'new',
        is_free: 'Y',
        status: 'on',
        apply_scope: one.scope,
        publish_at: new Date(momentOf(one.enroll[0], now).getTime() - 100 * day),
        start_at: momentOf(one.enroll[0], now),
        end_at: momentOf(one.held[1], now),
      },
      courses: one.courses.map((content_id) => ({ content_id })),
      teachers: one.teachers,
      sites: [{ site_id: siteOf(one.site), sort: 300 }],
    },
    'X',
  );

async function insertRow(db: Db, one: SampleClass, resources: Handout[], now: Date): Promise<void> {
  const start_at = momentOf(one.held[0], now);
  await insertClass(db, {
    class_id: one.id,
    site_id: siteOf(one.site),
    training_id: one.training_id,
    class_no: one.class_no,
    period: one.period,
    status: 'published',
    enroll_from: momentOf(one.enroll[0], now),
    enroll_to: momentOf(one.enroll[1], now),
    start_at,
    end_at: momentOf(one.held[1], now),
    seats: one.seats,
    taken: one.taken + one.members.length,
    waiting: one.waiting,
    waiting_limit: one.waiting_limit,
    last_number: one.taken + one.members.length + one.waiting,
    review: one.review,
    place: one.place,
    traffic: one.traffic,
    contact: one.contact,
    timetable: one.timetable
      .map((lesson) => lessonOf(lesson, start_at, now))
      .toSorted((a, b) => `${a.day} ${a.from}`.localeCompare(`${b.day} ${b.from}`)),
    notices: one.notices.map(({ title, html, daysAgo }) => ({
      id: sampleId('class notice', one.key, title),
      title,
      html: cleanHtml(html),
      publish_at: new Date(now.getTime() - daysAgo * day).toISOString(),
    })),
    resources,
    rule: one.rule,
  });
}

function lessonOf(
  { day: at, minutes, ...lesson }: SampleLesson,
  start_at: Date,
  now: Date,
): Lesson {
  if (minutes === undefined)
    return { ...lesson, day: wireDay(new Date(start_at.getTime() + at * day)) };
  const begin = new Date(now.getTime() + minutes * 60_000);
  const end = new Date(begin.getTime() + lesson.hours * 3_600_000);
  const clock = (moment: Date) => wireTime(moment).slice(11, 16);
  return { ...lesson, day: wireDay(begin), from: clock(begin), to: clock(end) };
}

async function handoutsOf(
  db: Db,
  context: Pick<AppContext, 'settings' | 'now'>,
  { id, site, title, handouts }: SampleClass,
  stored: Map<string, string>,
): Promise<Handout[]> {
  const site_id = siteOf(site);
  const resources: Handout[] = [];
  for (const { file, title: name, members_only } of handouts) {
    const file_id =
      stored.get(file) ??
      (
        await storeFile(context, db, {
          site_id,
          kind: 'resource',
          format: 'pdf',
          name: `${name}.pdf`,
          bytes: await readFile(join(files, file)),
        })
      ).file_id;
    stored.set(file, file_id);
    resources.push({ file_id, title: name, members_only });
  }
  await attachFiles(db, {
    owner_type: fileOwner,
    owner_id: id,
    site_id,
    user_id: '',
    title,
    file_ids: resources.map(({ file_id }) => file_id),
    kinds: ['resource'],
    most: 20,
  });
  return resources;
}

/** People of the sample, and placeholders without an account that only take seats. */
async function insertMembers(db: Db, one: SampleClass, now: Date): Promise<void> {
  const site_id = siteOf(one.site);
  const applied_at = new Date(
    Math.min(now.getTime(), momentOf(one.enroll[0], now).getTime() + day),
  );
  const own = one.members.map((key) => sampleId('user', key));
  const others = Array.from({ length: one.taken + one.waiting }, (_, at) =>
    sampleId('classmate', one.key, String(at)),
  );
  const seated = own.length + one.taken;
  const admitted: MemberStatus = one.review === 'Y' ? 'applied' : 'admitted';
  const rows = [...own, ...others].map((user_id, at): ClassMember => ({
    member_id: sampleId('class member', one.key, user_id),
    class_id: one.id,
    site_id,
    training_id: one.training_id,
    user_id,
    member_status: at < seated ? admitted : 'waiting',
    number: at + 1,
    agree_version: classAgreement,
    applied_at,
    changed_at: applied_at,
  }));
  await putMembers(db, rows);
  await logMembers(
    db,
    rows.map((member) => ({
      member,
      from: '' as const,
      to: member.member_status,
      actor: { actor_type: 'learner' as const, actor_id: member.user_id },
    })),
    applied_at,
  );
  const of = await findClass(db, site_id, one.id);
  if (of)
    await openCourses(
      db,
      of,
      rows.slice(0, own.length).map((member) => ({
        ...member,
        actor: { actor_type: 'learner' as const, actor_id: member.user_id },
      })),
      applied_at,
    );
}
