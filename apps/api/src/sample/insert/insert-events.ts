import type { AppContext } from '../../platform/context/context.ts';
import type { Db } from '../../platform/database/database.ts';
import { insertActivities, assignPlace } from '../../study/activity/activity.store.ts';
import {
  insertCourse,
  insertResources,
  type NewContent,
} from '../../content/catalogue/write/catalogue.write.ts';
import { insertBookings, insertLives } from '../../study/live/live.store.ts';
import { insertMessage } from '../../study/live/room/room.store.ts';
import {
  activities,
  eventId,
  type EventTime,
  lives,
  type SampleActivity,
  type SampleEvent,
  type SampleLive,
} from '@cme/sample/events';
import { sampleId, sectionId, teacherId } from '@cme/sample/ids';
import { people } from '@cme/sample/people';
import { sites } from '@cme/sample/sites';
import { teacherNames } from '@cme/sample/teachers';
import { videoSeconds } from '@cme/sample/videos';
import { storeLecture } from './store-lecture.ts';

const day = 86_400_000;
const minute = 60_000;
const offset = 8 * 3_600_000;

/** That time of day in Asia/Shanghai, this many days after `now`. */
function resolveTime(when: EventTime, now: Date): Date {
  if ('minutes' in when) return new Date(now.getTime() + when.minutes * minute);
  const date = new Date(now.getTime() + offset + when.day * day).toISOString().slice(0, 10);
  return new Date(`${date}T${when.at}:00+08:00`);
}

const getSiteId = (key: string) => sites.find((site) => site.key === key)?.site_id ?? key;
const getUserId = (key: string) => people.find((person) => person.key === key)?.user_id ?? '';

function toContent(
  { draft, id, key: _, site: __, ...event }: SampleEvent,
  contentType: string,
  teachWay: NewContent['teach_way'],
  now: Date,
): NewContent {
  const { price = 0, hours = 0 } = draft;
  const published = new Date(now.getTime() - 30 * day);
  return {
    ...event,
    content_id: id,
    content_type: contentType,
    teach_way: teachWay,
    project_no: '',
    project_level: '省',
    leader: teacherNames.get(draft.teacher) ?? '',
    source_unit: draft.unit,
    hours,
    credits: Math.round((hours / 3) * 100) / 100,
    credit_type: 'new',
    price_fen: price * 100,
    is_free: price === 0 ? 'Y' : 'N',
    tags: draft.tags.split(' '),
    status: 'on',
    study_days: 180,
    publish_at: published,
    start_at: published,
    end_at: new Date(now.getTime() + 365 * day),
  };
}

/** Lives and activities in every state, with bookings and applications. Requires people and
 * teachers. */
export async function insertSampleEvents(
  { settings }: Pick<AppContext, 'settings'>,
  db: Db,
  now: Date,
): Promise<void> {
  for (const live of lives) await insertLive(settings, db, live, now);
  for (const activity of activities) await insertActivity(db, activity, now);
  await insertTalk(db, now);
}

const speaker = ({ site, draft }: SampleEvent) => ({
  teacher_id: teacherId(site === 'test' ? 'main' : site, draft.teacher),
  role: '主讲',
});

/** Chat messages of the live that runs all day. */
const chatMessages: [person: string, text: string][] = [
  ['nurse', '老师好，胸外按压的深度成人是5到6厘米吗？'],
  ['physician', '我们科上周刚用上自动体外除颤器，想听听放置位置。'],
  ['village', '村卫生室只有一个人，先按压还是先打电话？'],
];

async function insertTalk(db: Db, now: Date): Promise<void> {
  const content_id = eventId('main', 'live-first-aid-day');
  for (const [index, [person, text]] of chatMessages.entries())
    await insertMessage(db, {
      message_id: sampleId('live-message', person),
      content_id,
      user_id: getUserId(person),
      site_id: getSiteId('main'),
      text,
      request_id: sampleId('live-message', person),
      sent_at: new Date(now.getTime() - (chatMessages.length - index) * 9 * minute),
    });
}

/** The recording of a replay is a section of one chapter, played like that of a course. */
async function insertLive(
  settings: AppContext['settings'],
  db: Db,
  live: SampleLive,
  now: Date,
): Promise<void> {
  const { id, key, site, title, draft } = live;
  const { media, minutes, state } = draft;
  const chapter_id = sampleId('event-chapter', site, key);
  const name = minutes ? `${media}/${minutes}` : media;
  const resource_id = name ? sampleId('resource', name) : null;
  const { folder, seconds } =
    media && minutes
      ? await storeLecture(settings, media, minutes)
      : { folder: media ?? '', seconds: media ? (videoSeconds[media] ?? 0) : 0 };
  if (resource_id) await insertResources(db, [{ resource_id, kind: 'video', folder, seconds }]);
  await insertCourse(db, {
    content: toContent(live, state === 'replay' ? 'R' : 'L', 'live', now),
    chapters: media ? [{ chapter_id, content_id: id, title: '直播回放', sort: 0 }] : [],
    sections: media
      ? [
          {
            section_id: sectionId(site, key, 1, 1),
            chapter_id,
            content_id: id,
            title,
            seconds,
            resource_id,
            sort: 0,
          },
        ]
      : [],
    teachers: [speaker(live)],
    sites: [{ site_id: getSiteId(site), sort: 900 }],
  });
  const begin_at = resolveTime(draft.begin, now);
  const finish_at = resolveTime(draft.finish, now);
  const isOver = state === 'transcoding' || state === 'replay';
  await insertLives(db, [
    {
      content_id: id,
      begin_at,
      finish_at,
      recorded_at: isOver ? finish_at : null,
      replay_id: resource_id,
      canceled_at: state === 'canceled' ? new Date(now.getTime() - 3 * day) : null,
      cancel_reason: draft.reason ?? '',
    },
  ]);
  if (site === 'main' && begin_at > now && state === undefined)
    await insertBookings(
      db,
      ['physician', 'senior'].map((personKey) => ({
        content_id: id,
        user_id: getUserId(personKey),
        site_id: getSiteId(site),
        booked_at: new Date(now.getTime() - day),
      })),
    );
}

async function insertActivity(db: Db, activity: SampleActivity, now: Date): Promise<void> {
  const { id, site, draft } = activity;
  const { type, way = 'onsite', place, address, traffic, program, seats } = draft;
  await insertCourse(db, {
    content: toContent(activity, type, way === 'online' ? 'live' : 'face', now),
    chapters: [],
    sections: [],
    teachers: [speaker(activity)],
    sites: [{ site_id: getSiteId(site), sort: 950 }],
  });
  await insertActivities(db, [
    {
      content_id: id,
      apply_from: resolveTime(draft.applyFrom, now),
      apply_to: resolveTime(draft.applyTo, now),
      begin_at: resolveTime(draft.begin, now),
      finish_at: resolveTime(draft.finish, now),
      way,
      place,
      address,
      traffic,
      contact: '活动办公室 400-000-0001（工作日 9:00—17:00）',
      seats,
      program,
    },
  ]);
  const applied = (draft.applied ?? '').split(' ').filter(Boolean);
  for (const personKey of applied)
    await assignPlace(
      db,
      { content_id: id, user_id: getUserId(personKey), site_id: getSiteId(site) },
      new Date(Math.min(now.getTime() - day, resolveTime(draft.applyTo, now).getTime() - day)),
    );
}
