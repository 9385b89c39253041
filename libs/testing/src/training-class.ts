import type { ReplyOf } from '@cme/contract/base';
import type { packageDetail } from '@cme/contract/content';
import {
  trainingclassDetail,
  trainingclassList,
  trainingclassNotices,
  trainingclassResource,
  trainingclassTeachers,
} from '@cme/contract/study';
import { mockReply } from './mock-replies.ts';
import { sampleCard, sampleDetail } from './sample.ts';

export type SampleClass = ReplyOf<typeof trainingclassList>['list'][number];

const contact = { name: '王老师', phone: '0571-1', hours: '工作日' };

/** A class that is open for applications, with seats left. */
export const sampleClass = (change: Partial<SampleClass> = {}): SampleClass => ({
  class_id: 'K3',
  training_id: 'xcys',
  title: '乡村医生专项培训（第3期）',
  cover: '/c.svg',
  period: 3,
  class_no: 'X-3',
  class_status: 'enrolling',
  class_status_name: '报名中',
  enroll_from: '2026-11-17 09:00:00',
  enroll_to: '2026-12-13 17:00:00',
  start_at: '2026-12-25 08:30:00',
  end_at: '2026-12-26 17:30:00',
  seats: 120,
  seats_left: 83,
  waiting: 0,
  waiting_left: 30,
  place: '培训中心二号楼',
  hours: 40,
  credits: 0,
  action: 'apply',
  action_name: '报名',
  can_quit: 'N',
  missing_field: '',
  ...change,
});

/** The class in full, with a timetable of one lesson. */
export const sampleClassDetail = (
  change: Partial<ReplyOf<typeof trainingclassDetail>> = {},
): ReplyOf<typeof trainingclassDetail> => ({
  ...sampleClass(),
  summary: '',
  scope: ['专业级别：乡村医生', '所在地区：浙江省'],
  rule: ['完成全部必修课程'],
  review: 'N',
  traffic: '地铁 2 号线',
  contact,
  timetable: [
    {
      day: '2026-12-25',
      from: '09:00',
      to: '11:30',
      title: '胸痛与卒中',
      teacher: '吴桂兰',
      place: '201',
      hours: 3,
    },
  ],
  courses: [],
  ...change,
});

/** The training with its classes. */
export const sampleTraining = (...classes: SampleClass[]): ReplyOf<typeof trainingclassList> => ({
  list: classes,
  total: classes.length,
  page: 1,
  page_size: 50,
  training: {
    training_id: 'xcys',
    title: '2025年乡村医生专项培训',
    subtitle: '线上三门必修课',
    cover: '/c.svg',
    summary: '面向全省在岗乡村医生',
    html: '<p>目标</p>',
    organiser: '培训中心',
    hours: 40,
    credits: 0,
    audience: ['在岗乡村医生'],
    steps: [{ name: '查看期次', text: '选一期' }],
    faq: [{ question: '可以取消吗？', answer: '开班前可以。' }],
    contact,
  },
});

type Package = ReplyOf<typeof packageDetail>;

/** A course of a package that costs 60 yuan on its own. */
export const samplePart = (
  id: string,
  title: string,
  change: Partial<Package['courses'][number]> = {},
): Package['courses'][number] => ({
  course: sampleCard({ id, title, price: '60.00', is_free: 'N' }),
  required: 'Y',
  share: '50.00',
  owned: 'N',
  ...change,
});

/** A package of two courses for sale. */
export const samplePackage = (change: Partial<Package> = {}): Package => ({
  ...sampleDetail({
    content_type: 'P',
    id: '01J000000000000000000000P1',
    title: '护理急救能力提升套餐',
    price: '100.00',
    is_free: 'N',
    detail_html: '<p>两门课程一次学完</p>',
    leader: '周建国',
    action: 'buy',
  }),
  courses: [samplePart('c1', '心肺复苏'), samplePart('c2', '气道管理')],
  pay: '100.00',
  saved: '0.00',
  ...change,
});

/** Mocks the calls about a class: one notice, a file for everybody and one for members. */
export function mockTrainingClass(): void {
  mockReply(trainingclassList, sampleTraining(sampleClass()));
  mockReply(trainingclassDetail, sampleClassDetail());
  mockReply(trainingclassTeachers, { list: [] });
  mockReply(trainingclassNotices, {
    list: [
      { id: 'n', title: '报到须知', html: '<p>带证件</p>', publish_at: '2026-11-20 08:00:00' },
    ],
  });
  mockReply(trainingclassResource, {
    list: [
      { id: 'f1', title: '报名须知', kind: 'pdf', size: 2048, members_only: 'N', can_open: 'Y' },
      { id: 'f2', title: '学员手册', kind: 'pdf', size: 2048, members_only: 'Y', can_open: 'N' },
    ],
  });
}
