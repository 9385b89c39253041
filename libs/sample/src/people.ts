import { courses } from './courses.ts';
import { courseId, sampleId } from './ids.ts';
import type {
  SampleCourse,
  SampleEnrolment,
  SampleMessage,
  SamplePerson,
  SampleProgress,
  SiteKey,
  When,
} from './shapes.ts';

const byId = new Map(courses.map((course) => [course.id, course]));

function getCourse(site: SiteKey, key: string): SampleCourse {
  const course = byId.get(courseId(site, key));
  if (!course) throw new Error(`no course ${key} on ${site}`);
  return course;
}

const getSections = (course: SampleCourse) => course.chapters.flatMap(({ sections }) => sections);

/** Progress from fractions of the sections in order: 1 is finished, anything less is the current
 * position. */
function createProgress(course: SampleCourse, shares: number[], when: When): SampleProgress[] {
  return getSections(course)
    .slice(0, shares.length)
    .map(({ section_id, seconds }, index) => {
      const share = shares[index]!;
      const reached = share === 1 ? seconds : Math.floor(seconds * share);
      return {
        section_id,
        section_status: share === 1 ? 'finished' : 'studying',
        ranges: [[0, reached]],
        last_position: reached,
        at: when,
      };
    });
}

interface StartedCourse {
  joined: When;
  at: When;
}

/** In the middle of a course. */
function studying(
  personKey: string,
  site: SiteKey,
  key: string,
  shares: number[],
  { joined, at: when }: StartedCourse,
): SampleEnrolment {
  const course = getCourse(site, key);
  const sections = createProgress(course, shares, when);
  const last = sections.at(-1);
  return {
    learning_id: sampleId('learning', personKey, site, key),
    course_id: course.id,
    learn_status: sections.length > 0 ? 'studying' : 'enrolled',
    joined,
    last_section_id: last?.section_id ?? '',
    last_position: last?.last_position ?? 0,
    sections,
  };
}

/** Some days earlier. */
const before = (when: When): When => {
  if ('daysAgo' in when) return { daysAgo: when.daysAgo + 4 };
  return 'part' in when ? { yearsAgo: when.yearsAgo, part: Math.max(0, when.part - 0.03) } : when;
};

/** Finished at `completed`, started some days before. */
function finished(personKey: string, site: SiteKey, key: string, completed: When): SampleEnrolment {
  const course = getCourse(site, key);
  const sections = createProgress(
    course,
    getSections(course).map(() => 1),
    completed,
  );
  const last = sections.at(-1)!;
  return {
    learning_id: sampleId('learning', personKey, site, key),
    course_id: course.id,
    learn_status: 'completed',
    joined: before(completed),
    completed,
    last_section_id: last.section_id,
    last_position: last.last_position,
    sections,
  };
}

/** All sections finished; the rest is defined elsewhere. */
export function studied(
  personKey: string,
  site: SiteKey,
  key: string,
  when: When,
): SampleEnrolment {
  const { completed: _, ...enrolment } = finished(personKey, site, key, when);
  return { ...enrolment, learn_status: 'study_done' };
}

/** Courses completed in sequence over a year. */
const createYear = (personKey: string, yearsAgo: number, keys: string) =>
  keys
    .split(' ')
    .map((key, index, all) =>
      finished(personKey, 'main', key, { yearsAgo, part: (index + 1) / (all.length + 1) }),
    );

const message = (
  personKey: string,
  {
    daysAgo,
    ...message
  }: Pick<SampleMessage, 'kind' | 'title' | 'text'> & { daysAgo: number; read?: boolean },
): SampleMessage => ({
  read: false,
  ...message,
  id: sampleId('message', personKey, message.title),
  at: { daysAgo },
});

const learner = {
  site: 'main',
  password: 'Learner2026',
  post_type: 'E',
  verify_status: 'verified',
  unit_status: 'none',
  status: 'normal',
  roles: ['learner'],
  enrolments: [],
  messages: [],
} satisfies Partial<SamplePerson>;

const id = (key: string) => ({ user_id: sampleId('user', key), key });

const staff: SamplePerson = {
  ...learner,
  ...id('staff'),
  unit: 'centre',
  unit_status: 'joined',
  mobile: '13900000001',
  password: 'Console2026',
  real_name: '沈知行',
  id_no: '330106198607183517',
  area_id: '330106',
  unit_name: '省卫生健康委员会培训中心',
  department: '学员服务部',
  post_name: '平台管理员',
  title_name: '副研究员',
  series_code: '08',
  level: 'C',
  post_type: 'M',
  roles: [
    'learner',
    'site_admin',
    'content_editor',
    'credit_auditor',
    'finance',
    'exam_editor',
    'certificate_officer',
    'class_teacher',
    'course_teacher',
    'rollout_operator',
  ],
  joined: { daysAgo: 600 },
};

/** The second of two people for decisions that need two. */
const finance: SamplePerson = {
  ...staff,
  ...id('finance'),
  mobile: '13900000002',
  real_name: '林静姝',
  id_no: '330106199002143226',
  department: '财务部',
  post_name: '会计',
  title_name: '会计师',
  roles: ['learner', 'finance', 'exam_editor', 'credit_auditor', 'certificate_officer', 'auditor'],
};

/** Audits the declarations of her hospital's people before the centre does. */
const maternityAdmin: SamplePerson = {
  ...learner,
  ...id('unit-auditor'),
  unit: 'maternity',
  mobile: '13900000005',
  password: 'Console2026',
  real_name: '何婉清',
  id_no: '330106198409232621',
  area_id: '330106',
  unit_name: '省妇幼保健院',
  department: '科教科',
  post_name: '科教科科长',
  title_name: '副主任护师',
  series_code: '04',
  level: 'C',
  post_type: 'M',
  roles: ['learner', 'unit_admin'],
  joined: { daysAgo: 500 },
};

const main: SamplePerson[] = [
  {
    ...learner,
    ...id('nurse'),
    mobile: '13800000001',
    real_name: '陈晓禾',
    id_no: '330106199903120021',
    area_id: '330106',
    unit: 'provincial',
    unit_status: 'joined',
    unit_name: '省人民医院',
    department: '神经内科一病区',
    post_name: '护士',
    title_name: '护师',
    series_code: '04',
    level: 'A',
    joined: { daysAgo: 64 },
    enrolments: [
      studying('nurse', 'main', 'pressure-injury', [1, 0.45], {
        joined: { daysAgo: 6 },
        at: { daysAgo: 0, minutes: 190 },
      }),
      {
        ...studying('nurse', 'main', 'medical-ethics', [1], {
          joined: { daysAgo: 20 },
          at: { daysAgo: 11 },
        }),
        endsInDays: 18,
      },
      studying('nurse', 'main', 'infectious-law', [], {
        joined: { daysAgo: 3 },
        at: { daysAgo: 3 },
      }),
      finished('nurse', 'main', 'hand-hygiene', { daysAgo: 8 }),
      finished('nurse', 'main', 'iv-therapy', { daysAgo: 30 }),
    ],
    messages: [
      message('nurse', {
        kind: 'study',
        title: '学习提醒',
        text: '您在“压力性损伤的预防与分期护理”的学习已过半，继续加油。',
        daysAgo: 1,
      }),
      message('nurse', {
        kind: 'system',
        title: '欢迎来到康教在线',
        text: '个人资料已核对完成。公需科目三门免费课程现已开课。',
        daysAgo: 64,
        read: true,
      }),
    ],
  },
  {
    ...learner,
    ...id('physician'),
    mobile: '13800000002',
    real_name: '李承泽',
    id_no: '330782198811050032',
    area_id: '330782',
    unit: 'yunlu-first',
    unit_status: 'joined',
    unit_name: '云麓市第一人民医院',
    department: '心血管内科',
    post_name: '主治医师',
    title_name: '主治医师',
    series_code: '01',
    level: 'B',
    joined: { daysAgo: 690 },
    enrolments: [
      ...createYear(
        'physician',
        0,
        'hypertension medical-ethics diabetes antibiotics infectious-law heart-failure bls stroke ai-health eras chest-ct',
      ),
      ...createYear(
        'physician',
        1,
        'laparoscopy healthy-china trauma ultrasound hip-fracture research-integrity teaching data-privacy literature health-statistics child-fever copd',
      ),
      studying('physician', 'main', 'monitoring-warning', [1, 0.4], {
        joined: { daysAgo: 4 },
        at: { daysAgo: 1 },
      }),
    ],
    messages: [
      message('physician', {
        kind: 'credit',
        title: '本年度学时已达标',
        text: '您本年度的学时与学分均已达到要求，可继续选学。',
        daysAgo: 2,
      }),
    ],
  },
  {
    ...learner,
    ...id('senior'),
    mobile: '13800000003',
    real_name: '王若水',
    id_no: '330106197205260044',
    area_id: '330106',
    unit: 'maternity',
    unit_status: 'joined',
    unit_name: '省妇幼保健院',
    department: '产科',
    post_name: '科副主任',
    title_name: '主任医师',
    series_code: '01',
    level: 'C',
    joined: { daysAgo: 520 },
    enrolments: [
      finished('senior', 'main', 'pph', { daysAgo: 18 }),
      finished('senior', 'main', 'medical-ethics', { daysAgo: 33 }),
      finished('senior', 'main', 'neonatal-resuscitation', { daysAgo: 35 }),
      studying('senior', 'main', 'ai-health', [1, 0.6], {
        joined: { daysAgo: 9 },
        at: { daysAgo: 5 },
      }),
    ],
  },
  {
    ...learner,
    ...id('village'),
    mobile: '13800000004',
    real_name: '赵大山',
    id_no: '330127196609140038',
    area_id: '330127',
    unit: 'shangping',
    unit_status: 'joined',
    unit_name: '临溪县白石镇上坪村卫生室',
    department: '村卫生室',
    post_name: '乡村医生',
    title_name: '乡村全科执业助理医师',
    series_code: '02',
    level: 'D',
    joined: { daysAgo: 210 },
    enrolments: [
      studying('village', 'main', 'rural-emergency', [1, 0.3], {
        joined: { daysAgo: 12 },
        at: { daysAgo: 2 },
      }),
      studying('village', 'main', 'hypertension', [1, 1, 0.5], {
        joined: { daysAgo: 40 },
        at: { daysAgo: 15 },
      }),
      finished('village', 'main', 'acupuncture', { daysAgo: 50 }),
    ],
    messages: [
      message('village', {
        kind: 'study',
        title: '新课上架',
        text: '“乡村常见急症的识别与转诊”适合您的级别，欢迎学习。',
        daysAgo: 13,
      }),
    ],
  },
  {
    ...learner,
    ...id('locked'),
    mobile: '13800000005',
    real_name: '孙立群',
    id_no: '33012219840229001X',
    area_id: '330122',
    status: 'locked',
    unit_name: '临溪县人民医院',
    department: '检验科',
    post_name: '检验师',
    title_name: '主管技师',
    series_code: '07',
    level: 'B',
    joined: { daysAgo: 300 },
  },
  {
    ...learner,
    ...id('unverified'),
    mobile: '13800000006',
    real_name: '钱一诺',
    id_no: '330106200012010043',
    area_id: '330106',
    verify_status: 'unverified',
    unit: 'children',
    unit_status: 'joined',
    unit_name: '省儿童医院',
    department: '药学部',
    post_name: '药师',
    title_name: '药师',
    series_code: '03',
    level: 'A',
    joined: { daysAgo: 1 },
  },
  {
    ...learner,
    ...id('waiting'),
    mobile: '13800000007',
    real_name: '周望舒',
    id_no: '330122199407070029',
    area_id: '330122',
    unit_status: 'waiting',
    unit_name: '临溪县疾病预防控制中心',
    department: '急性传染病防治科',
    post_name: '公卫医师',
    title_name: '公卫医师',
    series_code: '06',
    level: 'A',
    joined: { daysAgo: 2 },
  },
  staff,
  finance,
  maternityAdmin,
];

const guests: SamplePerson[] = [
  {
    ...learner,
    ...id('hospital-nurse'),
    site: 'hospital',
    mobile: '13800000011',
    real_name: '吴桐',
    id_no: '330106199508230028',
    area_id: '330106',
    unit: 'qingzhu',
    unit_status: 'joined',
    unit_name: '清渚市第一人民医院',
    department: '骨科病区',
    post_name: '护士',
    title_name: '护师',
    series_code: '04',
    level: 'A',
    joined: { daysAgo: 85 },
    enrolments: [
      studying('hospital-nurse', 'hospital', 'skin-round', [1], {
        joined: { daysAgo: 5 },
        at: { daysAgo: 4 },
      }),
      finished('hospital-nurse', 'hospital', 'induction', { daysAgo: 80 }),
    ],
    messages: [
      message('hospital-nurse', {
        kind: 'study',
        title: '季度必修提醒',
        text: '请在本季度内完成护理查房专项学习。',
        daysAgo: 2,
      }),
    ],
  },
  {
    ...learner,
    ...id('hospital-waiting'),
    site: 'hospital',
    mobile: '13800000012',
    real_name: '郑可为',
    id_no: '330782200106180018',
    area_id: '330782',
    unit_status: 'waiting',
    unit_name: '清渚市第一人民医院',
    department: '检验科',
    post_name: '检验士',
    title_name: '检验士',
    series_code: '07',
    level: 'A',
    joined: { daysAgo: 1 },
  },
  {
    ...learner,
    ...id('city-doctor'),
    site: 'city',
    mobile: '13800000031',
    real_name: '贺清禾',
    id_no: '330106198811050025',
    area_id: '330106',
    unit: 'city-liuxi',
    unit_status: 'joined',
    unit_name: '清渚市柳溪镇卫生院',
    department: '全科门诊',
    post_name: '医师',
    title_name: '主治医师',
    series_code: '01',
    level: 'B',
    joined: { daysAgo: 60 },
    enrolments: [
      finished('city-doctor', 'main', 'medical-ethics', { daysAgo: 9 }),
      studying('city-doctor', 'main', 'bls', [1, 0.4], {
        joined: { daysAgo: 6 },
        at: { daysAgo: 2 },
      }),
    ],
    messages: [
      message('city-doctor', {
        kind: 'credit',
        title: '学分待申请',
        text: '您有一门已完成的课程可以申请学分。',
        daysAgo: 1,
      }),
    ],
  },
  {
    ...learner,
    ...id('ended-nurse'),
    site: 'ended',
    mobile: '13800000061',
    real_name: '祁守一',
    id_no: '330106198507120025',
    area_id: '330106',
    unit_name: '云麓矿区职工医院',
    department: '内科',
    post_name: '护士',
    title_name: '主管护师',
    series_code: '01',
    level: 'B',
    joined: { daysAgo: 500 },
    enrolments: [
      finished('ended-nurse', 'main', 'medical-ethics', { daysAgo: 260 }),
      finished('ended-nurse', 'main', 'hand-hygiene', { daysAgo: 240 }),
    ],
  },
  {
    ...learner,
    ...id('test-learner'),
    site: 'test',
    mobile: '13800000021',
    real_name: '冯试之',
    id_no: '330106199001010034',
    area_id: '330106',
    unit_name: '省人民医院',
    department: '全科医学科',
    post_name: '医师',
    title_name: '主治医师',
    series_code: '01',
    level: 'B',
    joined: { daysAgo: 10 },
    enrolments: [
      studying('test-learner', 'test', 'bls', [1, 0.5], {
        joined: { daysAgo: 5 },
        at: { daysAgo: 3 },
      }),
    ],
  },
];

/** The sample accounts; their numbers are fictitious. */
export const people: readonly SamplePerson[] = [...main, ...guests];
