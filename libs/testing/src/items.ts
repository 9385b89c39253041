import type { ReplyOf } from '@cme/contract/base';
import type { homeIndex, Teacher } from '@cme/contract/content';
import type { activityDetail, liveDetail } from '@cme/contract/study';
import { sampleDetail } from './sample.ts';

const hour = 3_600_000;

export type SampleLive = ReplyOf<typeof liveDetail>;

/** A free live that begins in an hour and can be booked. */
export function sampleLive(change: Partial<SampleLive> = {}): SampleLive {
  const begin_ms = Date.now() + hour;
  return {
    ...sampleDetail({
      id: '01J000000000000000000000L1',
      content_type: 'L',
      title: '重症监护报警怎么听',
      detail_html: '<p>分级听报警</p>',
    }),
    live_status: 'scheduled',
    live_status_name: '即将开课',
    live_action: 'book',
    begin_at: '2026-06-17 19:30:00',
    finish_at: '2026-06-17 21:00:00',
    begin_ms,
    finish_ms: begin_ms + hour,
    server_time: Date.now(),
    cancel_reason: '',
    teachers: [],
    booked: 'N',
    can_book: 'Y',
    booked_count: 0,
    replay_seconds: 0,
    ...change,
  };
}

export type SampleActivity = ReplyOf<typeof activityDetail>;

/** An activity that is open for applications, with seats left. */
export const sampleActivity = (change: Partial<SampleActivity> = {}): SampleActivity => ({
  ...sampleDetail({
    id: '01J000000000000000000000A1',
    content_type: 'A',
    title: '基层慢病管理论坛',
    summary: '年度论坛',
    detail_html: '<p>三场报告</p>',
  }),
  activity_status: 'open',
  activity_status_name: '报名中',
  activity_action: 'apply',
  seats: 120,
  seats_left: 20,
  apply_from: '2026-06-01 09:00:00',
  apply_to: '2026-06-20 18:00:00',
  apply_from_ms: 0,
  apply_to_ms: 0,
  begin_at: '2026-06-24 08:30:00',
  finish_at: '2026-06-24 17:00:00',
  server_time: 0,
  way: 'onsite',
  place: '三号报告厅',
  address: '文汇路66号',
  traffic: '',
  contact: '',
  cancel_reason: '',
  program: [{ time: '09:00', title: '主题报告', speaker: '林文清' }],
  teachers: [],
  applied: 'N',
  ...change,
});

/** A teacher of a course, a live or a class. */
export const sampleTeacher = (change: Partial<Teacher> = {}): Teacher => ({
  teacher_id: '01J000000000000000000000T1',
  name: '周建国',
  title: '主任医师',
  unit: '省人民医院',
  photo: '/t.svg',
  intro: '心内科',
  role: '',
  ...change,
});

type Home = ReplyOf<typeof homeIndex>;

/** A home page of which all blocks are empty. */
export const sampleHome = (change: Partial<Home> = {}): Home => ({
  banner: [],
  recommend: [],
  hot: [],
  free: [],
  expense: [],
  newCourse: [],
  live: [],
  special: [],
  notices: [],
  regulations: [],
  partner: [],
  footer: [],
  counts: { course: 0, learner: 0, teacher: 0 },
  ...change,
});
