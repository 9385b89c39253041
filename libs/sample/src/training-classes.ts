import { courseId, sampleId, teacherId } from './ids.ts';
import type { SampleCourse, SiteKey } from './shapes.ts';

/** A day relative to the creation of the sample, at a time in Asia/Shanghai. */
export interface FromToday {
  days: number;
  time: string;
}
const on = (days: number, time = '00:00'): FromToday => ({ days, time });

export interface SampleLesson {
  /** Counted from the first day of the class. */
  day: number;
  from: string;
  to: string;
  title: string;
  teacher: string;
  place: string;
  hours: number;
  /** Starts this many minutes after the creation of the sample, instead of day and times, so that
   * check-in is open. */
  minutes?: number;
}

/** A class: its content (X) and its additional columns. */
export interface SampleClass extends Pick<
  SampleCourse,
  | 'id'
  | 'key'
  | 'site'
  | 'title'
  | 'subtitle'
  | 'cover'
  | 'summary'
  | 'detail_html'
  | 'discipline'
  | 'leader'
  | 'source_unit'
  | 'series_codes'
  | 'levels'
  | 'tags'
  | 'teachers'
  | 'hours'
  | 'credits'
  | 'year'
  | 'subject_kind'
> {
  training_id: string;
  class_no: string;
  period: number;
  enroll: [FromToday, FromToday];
  held: [FromToday, FromToday];
  seats: number;
  /** Placeholder seats and places on the waiting list. */
  taken: number;
  waiting: number;
  waiting_limit: number;
  review: 'Y' | 'N';
  /** Codes of levels, series, areas and units; an absent list means no restriction. */
  scope: { levels?: string[]; series?: string[]; areas?: string[]; units?: string[] };
  place: string;
  traffic: string;
  contact: { name: string; phone: string; hours: string };
  timetable: SampleLesson[];
  notices: { title: string; html: string; daysAgo: number }[];
  handouts: { file: string; title: string; members_only: 'Y' | 'N' }[];
  rule: { courses: boolean; attendance: number };
  courses: string[];
  /** Keys of sample people who are members. */
  members: string[];
}

export interface SampleTraining {
  site: SiteKey;
  training_id: string;
  title: string;
  subtitle: string;
  cover: string;
  summary: string;
  html: string;
  organiser: string;
  hours: number;
  credits: number;
  audience: string[];
  steps: { name: string; text: string }[];
  faq: { question: string; answer: string }[];
  contact: SampleClass['contact'];
}

const rural = {
  name: '培训中心基层教育科 王老师',
  phone: '400-000-0001 转 2',
  hours: '工作日 8:30—17:30',
};
const disease = {
  name: '省疾控中心培训办 李老师',
  phone: '400-000-0001 转 3',
  hours: '工作日 8:30—17:30',
};
const cover = (key: string) => `/qm/static/covers/main-${key}.svg`;

const steps = [
  { name: '查看期次', text: '选一期时间、地点都合适的班，确认自己在培训范围内。' },
  { name: '在线报名', text: '名额按报名先后录取；报满后可以候补，有人退出时依次递补。' },
  { name: '线上先学', text: '录取后课程自动开通，报到前先学完线上必修课程。' },
  { name: '集中面授', text: '按课程表到培训地点报到，参加技能操作与考核。' },
  { name: '结业计学时', text: '必修课程全部完成，成绩合格，学时计入本年度。' },
];

export const trainings: readonly SampleTraining[] = [
  {
    site: 'main',
    training_id: 'xcys',
    title: '2025年乡村医生专项培训',
    subtitle: '线上三门必修课，线下两天实操，学会守好村口第一道门',
    cover: cover('xcys-3'),
    summary:
      '面向全省在岗乡村医生，围绕常见急症识别与转诊、高血压规范管理、中医适宜技术三项最常用的本领，线上学习与县级基地面授结合。',
    html: '<h3>培训目标</h3><ul><li>三分钟内看出胸痛、卒中、中毒等危险信号，转诊前做对处理</li><li>按规范测量、随访和管理高血压患者</li><li>掌握颈肩腰腿痛的六穴针灸手法</li></ul><h3>培训方式</h3><p>线上自学三门必修课程，随后到培训基地参加两天面授，分组练习并当场考核。培训、教材与食宿均不向学员收费，交通费用按规定回单位报销。</p>',
    organiser: '省卫生健康委员会培训中心',
    hours: 40,
    credits: 0,
    audience: ['在岗乡村医生（专业级别为乡村医生）', '执业地点在浙江省内', '每人每年参加一期'],
    steps,
    faq: [
      {
        question: '报不上名，提示不在培训范围内怎么办？',
        answer:
          '培训面向浙江省内的乡村医生。请先在账号设置中核对专业级别与所在地区；资料无误仍不能报名的，请拨打联系电话。',
      },
      {
        question: '报名后有事去不了，可以取消吗？',
        answer:
          '开班前可以随时取消，名额会自动让给候补的第一位。开班后不能取消，请提前安排好时间。',
      },
      {
        question: '候补是什么意思？',
        answer:
          '名额已满时可以候补。有人取消报名，系统按候补先后自动录取，并以站内消息通知您，不需要再次报名。',
      },
      {
        question: '手机可以学吗？',
        answer: '可以。线上课程配有大字幻灯片，手机和电脑学习的进度是同一份。',
      },
    ],
    contact: rural,
  },
  {
    site: 'main',
    training_id: 'crbjc',
    title: '2025年传染病监测预警培训',
    subtitle: '从一张就诊日志看到苗头，早一小时报告，少一片传播',
    cover: cover('crbjc-2'),
    summary:
      '面向医疗机构和疾控机构的监测报告人员，讲清新修订法律的时限要求、监测系统的使用与现场处置的配合。',
    html: '<h3>培训目标</h3><ul><li>说清各类传染病的报告时限与责任</li><li>会用就诊日志与检验结果发现聚集苗头</li><li>完成一次聚集性疫情的桌面推演</li></ul><h3>培训方式</h3><p>线上两门必修课程，集中培训两天。第二天下午分组推演，由省疾控中心专家点评。</p>',
    organiser: '省疾病预防控制中心',
    hours: 24,
    credits: 8,
    audience: [
      '从事传染病监测与报告的人员',
      '专业系列为卫生、基层卫生或公共卫生',
      '单位在浙江省内',
    ],
    steps,
    faq: [
      {
        question: '护理、检验人员可以参加吗？',
        answer:
          '本年度名额面向卫生、基层卫生和公共卫生系列。其他系列的同事可以学习专业科目中的“传染病监测预警入门”。',
      },
      {
        question: '学分怎么计？',
        answer: '面授与线上课程合计24学时，考核合格授予8学分，计入取得当年。',
      },
      {
        question: '可以只参加线上部分吗？',
        answer: '线上课程可以单独学习并计学时，培训班的结业需要面授签到率达到要求。',
      },
    ],
    contact: disease,
  },
];

const ruralLessons: SampleLesson[] = [
  {
    day: 0,
    from: '08:30',
    to: '09:00',
    title: '报到与开班',
    teacher: '',
    place: '一楼大厅',
    hours: 0,
  },
  {
    day: 0,
    from: '09:00',
    to: '11:30',
    title: '胸痛与卒中：三分钟看出危险',
    teacher: '吴桂兰',
    place: '201 教室',
    hours: 3,
  },
  {
    day: 0,
    from: '13:30',
    to: '16:30',
    title: '心肺复苏与转诊电话演练',
    teacher: '秦昊天',
    place: '技能中心',
    hours: 4,
  },
  {
    day: 1,
    from: '08:30',
    to: '11:30',
    title: '高血压测量与随访实操',
    teacher: '林文清',
    place: '201 教室',
    hours: 4,
  },
  {
    day: 1,
    from: '13:30',
    to: '15:30',
    title: '颈肩腰腿痛针灸适宜技术',
    teacher: '顾松年',
    place: '针灸实训室',
    hours: 3,
  },
  {
    day: 1,
    from: '15:40',
    to: '17:00',
    title: '结业考核',
    teacher: '吴桂兰',
    place: '201 教室',
    hours: 2,
  },
];
/** For applicants, before their class begins. */
const meeting: SampleLesson = {
  day: 0,
  from: '',
  to: '',
  title: '学员见面会：怎样学完线上必修课',
  teacher: '吴桂兰',
  place: '一楼报告厅',
  hours: 1,
  minutes: 25,
};
const diseaseLessons: SampleLesson[] = [
  {
    day: 0,
    from: '09:00',
    to: '11:30',
    title: '新修订传染病防治法：时限与责任',
    teacher: '邓国平',
    place: '学术报告厅',
    hours: 3,
  },
  {
    day: 0,
    from: '14:00',
    to: '17:00',
    title: '监测系统与就诊日志分析',
    teacher: '陆启明',
    place: '机房 B',
    hours: 4,
  },
  {
    day: 1,
    from: '09:00',
    to: '11:30',
    title: '标本采集、包装与转运',
    teacher: '韩雪梅',
    place: '实训室',
    hours: 3,
  },
  {
    day: 1,
    from: '13:30',
    to: '16:30',
    title: '聚集性疫情桌面推演',
    teacher: '邓国平',
    place: '学术报告厅',
    hours: 4,
  },
];

interface Draft extends Partial<
  Pick<SampleClass, 'waiting' | 'waiting_limit' | 'review' | 'handouts' | 'notices'>
> {
  key: string;
  training: string;
  period: number;
  enroll: [number, number];
  /** First and last day. */
  held: [number, number];
  seats: number;
  taken: number;
  place: string;
  traffic: string;
  members?: string;
  /** In addition to the lessons of its training. */
  lessons?: SampleLesson[];
}

const notice = (title: string, text: string, daysAgo: number) => ({
  title,
  html: `<p>${text}</p>`,
  daysAgo,
});

const ruralNotices = [
  notice(
    '报到须知',
    '请携带身份证和执业证书原件，报到当天 8:30 前到一楼大厅签到，领取教材与餐券。',
    3,
  ),
  notice(
    '线上必修课程已开通',
    '录取后三门线上课程已自动开通，请在面授前全部学完，未学完的不参加结业考核。',
    8,
  ),
];
const diseaseNotices = [
  notice(
    '请自带笔记本电脑',
    '第一天下午使用本单位近三个月的就诊日志练习，请提前导出并去除个人信息。',
    2,
  ),
];
const guide = (training: string) => ({
  file: `${training}-guide.pdf`,
  title: '报名与报到须知',
  members_only: 'N' as const,
});
const handbook = (training: string) => ({
  file: `${training}-handbook.pdf`,
  title: '学员手册',
  members_only: 'Y' as const,
});

const ruralDrafts: Draft[] = [
  {
    key: 'xcys-1',
    training: 'xcys',
    period: 1,
    enroll: [-110, -85],
    held: [-75, -74],
    seats: 60,
    taken: 58,
    place: '临溪县卫生进修学校（教学楼 201）',
    traffic: '临溪客运站乘 3 路至“卫校”下车，步行 200 米',
  },
  {
    key: 'xcys-2',
    training: 'xcys',
    period: 2,
    enroll: [-12, 6],
    held: [14, 15],
    seats: 50,
    taken: 50,
    waiting: 4,
    waiting_limit: 200,
    place: '云麓市卫生技能培训基地（3 号楼）',
    traffic: '高铁云麓站乘 K8 路至“技能基地”；基地内可免费停车',
  },
  {
    key: 'xcys-3',
    training: 'xcys',
    period: 3,
    enroll: [-6, 20],
    held: [32, 33],
    seats: 120,
    taken: 36,
    waiting_limit: 30,
    place: '省卫生健康委员会培训中心（二号楼）',
    traffic: '地铁 2 号线“学院路”C 口，步行 6 分钟',
    members: 'village',
    lessons: [meeting],
  },
];
const diseaseDrafts: Draft[] = [
  {
    key: 'crbjc-1',
    training: 'crbjc',
    period: 1,
    enroll: [-40, -10],
    held: [-1, 4],
    seats: 80,
    taken: 71,
    place: '省疾病预防控制中心（学术报告厅）',
    traffic: '地铁 5 号线“疾控中心”A 口',
  },
  {
    key: 'crbjc-2',
    training: 'crbjc',
    period: 2,
    enroll: [-4, 18],
    held: [26, 27],
    seats: 100,
    taken: 23,
    waiting_limit: 30,
    place: '清渚市疾病预防控制中心（五楼会议室）',
    traffic: '清渚汽车南站乘 12 路至“疾控中心”',
  },
  {
    key: 'crbjc-3',
    training: 'crbjc',
    period: 3,
    enroll: [21, 45],
    held: [56, 57],
    seats: 100,
    taken: 0,
    waiting_limit: 30,
    place: '省卫生健康委员会培训中心（二号楼）',
    traffic: '地铁 2 号线“学院路”C 口，步行 6 分钟',
  },
];

type Kind = Pick<
  SampleClass,
  | 'discipline'
  | 'leader'
  | 'source_unit'
  | 'series_codes'
  | 'levels'
  | 'tags'
  | 'hours'
  | 'credits'
  | 'scope'
  | 'contact'
  | 'timetable'
  | 'rule'
> & { teachers: string; courses: string };

const kinds: Record<string, Kind> = {
  xcys: {
    discipline: ['全科医学', '乡村医生培训'],
    leader: '吴桂兰',
    source_unit: '省卫生健康委员会培训中心',
    series_codes: ['02'],
    levels: ['D'],
    tags: ['乡村医生', '专项培训'],
    hours: 40,
    credits: 0,
    scope: { levels: ['D'], areas: ['330000'] },
    contact: rural,
    timetable: ruralLessons,
    rule: { courses: true, attendance: 80 },
    teachers: 'wu-guilan qin-haotian lin-wenqing gu-songnian',
    courses: 'rural-emergency hypertension acupuncture',
  },
  crbjc: {
    discipline: ['公共卫生与预防医学', '传染病监测预警培训'],
    leader: '邓国平',
    source_unit: '省疾病预防控制中心',
    series_codes: ['01', '02', '06'],
    levels: ['A', 'B', 'C', 'D'],
    tags: ['传染病', '监测预警', '专项培训'],
    hours: 24,
    credits: 8,
    scope: { series: ['01', '02', '06'], areas: ['330000'] },
    contact: disease,
    timetable: diseaseLessons,
    rule: { courses: true, attendance: 80 },
    teachers: 'deng-guoping lu-qiming han-xuemei',
    courses: 'monitoring-warning infectious-law',
  },
};

const withId = (key: string) => ({
  id: sampleId('class', 'main', key),
  key,
  site: 'main' as const,
});
const people = (keys: string) =>
  keys.split(' ').map((key) => ({ teacher_id: teacherId('main', key), role: '主讲' as const }));
const getCourseIds = (keys: string) => keys.split(' ').map((key) => courseId('main', key));

function ofTraining(draft: Draft): SampleClass {
  const { key, training: training_id, period } = draft;
  const about = trainings.find((training) => training.training_id === training_id)!;
  const { teachers, courses, ...kind } = kinds[training_id]!;
  const [enrollFrom, enrollTo] = draft.enroll;
  const [first, last] = draft.held;
  return {
    ...withId(key),
    ...kind,
    timetable: [...kind.timetable, ...(draft.lessons ?? [])],
    training_id,
    period,
    class_no: `${training_id.toUpperCase()}-2025-${String(period).padStart(2, '0')}`,
    title: `${about.title}（第${period}期）`,
    subtitle: about.subtitle,
    cover: cover(key),
    summary: about.summary,
    detail_html: about.html,
    year: 2025,
    subject_kind: 'pro',
    teachers: people(teachers),
    courses: getCourseIds(courses),
    enroll: [on(enrollFrom, '09:00'), on(enrollTo, '17:00')],
    held: [on(first, '08:30'), on(last, '17:30')],
    seats: draft.seats,
    taken: draft.taken,
    waiting: draft.waiting ?? 0,
    waiting_limit: draft.waiting_limit ?? 0,
    review: draft.review ?? 'N',
    place: draft.place,
    traffic: draft.traffic,
    notices: training_id === 'xcys' ? ruralNotices : diseaseNotices,
    handouts: [guide(training_id), handbook(training_id)],
    members: draft.members?.split(' ') ?? [],
  };
}

const skills: SampleClass = {
  ...withId('skills'),
  training_id: '',
  period: 1,
  class_no: 'JN-2026-01',
  title: '心肺复苏导师带教小班',
  subtitle: '一位导师带两名学员，半天练到规范',
  cover: cover('skills'),
  summary:
    '两人一组、一位导师全程带教的心肺复苏强化班。先在线学完基本生命支持，再到技能中心半天实操，录像回看，逐项纠正。',
  detail_html:
    '<h3>你将练会</h3><ul><li>两分钟内完成评估、呼救与第一轮按压</li><li>按压深度、频率与回弹达到反馈仪要求</li><li>会用自动体外除颤器，知道什么时候不能用</li></ul><h3>适合谁</h3><p>即将参加急救考核或承担带教的医护人员，不限专业与地区。</p>',
  discipline: ['急诊学', '急救技能'],
  leader: '何建国',
  source_unit: '省急救中心',
  series_codes: [],
  levels: ['A', 'B', 'C', 'D'],
  tags: ['急救', '实操', '小班'],
  teachers: people('he-jianguo qin-haotian'),
  hours: 6,
  credits: 2,
  year: 2026,
  subject_kind: 'pro',
  enroll: [on(-20, '09:00'), on(40, '17:00')],
  held: [on(45, '13:00'), on(45, '17:30')],
  seats: 2,
  taken: 0,
  waiting: 0,
  waiting_limit: 5,
  review: 'N',
  scope: {},
  place: '省急救中心技能训练室（四楼）',
  traffic: '地铁 1 号线“急救中心”B 口',
  contact: { name: '省急救中心培训科', phone: '400-000-0001 转 5', hours: '工作日 9:00—17:00' },
  timetable: [
    {
      day: 0,
      from: '13:00',
      to: '14:30',
      title: '高质量按压：反馈仪训练',
      teacher: '何建国',
      place: '训练室 1',
      hours: 2,
    },
    {
      day: 0,
      from: '14:40',
      to: '16:10',
      title: '双人配合与除颤',
      teacher: '秦昊天',
      place: '训练室 1',
      hours: 2,
    },
    {
      day: 0,
      from: '16:20',
      to: '17:30',
      title: '录像回看与考核',
      teacher: '何建国',
      place: '训练室 2',
      hours: 2,
    },
  ],
  notices: [notice('着装提醒', '请穿便于跪地操作的衣裤，长发束起，不佩戴手表与首饰。', 5)],
  handouts: [],
  rule: { courses: true, attendance: 100 },
  courses: getCourseIds('bls'),
  members: [],
};

const research: SampleClass = {
  ...skills,
  ...withId('research'),
  class_no: 'KY-2026-01',
  title: '基层科研能力提升研修班',
  subtitle: '从一个门诊问题，到一份能投出去的标书',
  cover: cover('research'),
  summary:
    '为县级医院和社区卫生服务中心的骨干开设：选题、检索、设计、统计各半天，每人带一个自己的问题来，带一份研究方案走。报名后由培训中心审核。',
  detail_html:
    '<h3>课程安排</h3><p>四个半天，上午讲，下午改。每组五人，由一位导师负责到底。</p><h3>报名条件</h3><p>中级及以上职称，有一个想解决的临床问题。报名提交后三个工作日内审核。</p>',
  discipline: ['医学教育与卫生管理学', '科研能力'],
  leader: '严若飞',
  source_unit: '省医科大学',
  levels: ['B', 'C'],
  tags: ['科研', '研修班'],
  teachers: people('yan-ruofei xu-yifan'),
  hours: 16,
  credits: 5,
  enroll: [on(-10, '09:00'), on(25, '17:00')],
  held: [on(38, '08:30'), on(39, '17:30')],
  seats: 30,
  taken: 11,
  waiting_limit: 10,
  review: 'Y',
  scope: { levels: ['B', 'C'] },
  place: '省医科大学图书馆（六楼研讨室）',
  traffic: '公交 28、56 路“医科大学东门”',
  contact: {
    name: '省医科大学继续教育学院',
    phone: '400-000-0001 转 6',
    hours: '工作日 9:00—17:00',
  },
  timetable: [
    {
      day: 0,
      from: '08:30',
      to: '11:30',
      title: '把问题变成选题',
      teacher: '严若飞',
      place: '研讨室',
      hours: 4,
    },
    {
      day: 0,
      from: '13:30',
      to: '16:30',
      title: '检索与文献管理',
      teacher: '徐以凡',
      place: '研讨室',
      hours: 4,
    },
    {
      day: 1,
      from: '08:30',
      to: '11:30',
      title: '研究设计与样本量',
      teacher: '严若飞',
      place: '研讨室',
      hours: 4,
    },
    {
      day: 1,
      from: '13:30',
      to: '16:30',
      title: '标书互评',
      teacher: '徐以凡',
      place: '研讨室',
      hours: 4,
    },
  ],
  notices: [],
  rule: { courses: true, attendance: 80 },
  courses: getCourseIds('literature research-integrity'),
  members: [],
};

/** Classes in every state: open, full with a waiting list, running, ended, not open yet. */
export const trainingClasses: readonly SampleClass[] = [
  ...[...ruralDrafts, ...diseaseDrafts].map(ofTraining),
  skills,
  research,
];
