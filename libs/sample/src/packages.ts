import { courses } from './courses.ts';
import { courseId, sampleId, teacherId } from './ids.ts';
import type { SampleCourse } from './shapes.ts';
import { teacherNames } from './teachers.ts';

/** A package of courses of the same site; the other fields are those of its card and page. */
export interface SamplePackage extends Omit<SampleCourse, 'content_type' | 'chapters'> {
  content_type: 'P';
  /** Ids of its courses, in order. */
  courses: string[];
}

interface Draft {
  key: string;
  title: string;
  subtitle: string;
  discipline: string[];
  unit: string;
  leader: string;
  price: number;
  series: string;
  levels: string;
  tags: string;
  summary: string;
  goals: string[];
  audience: string;
  courses: string;
  daysAgo: number;
  recommended?: boolean;
}

const drafts: Draft[] = [
  {
    key: 'pack-nurse',
    title: '护士进阶学习包',
    subtitle: '伤口、静疗、手卫生与重症，四门一起学',
    discipline: ['护理学', '护理学习包'],
    unit: '省人民医院',
    leader: 'zhou-minhua',
    price: 128,
    series: '04',
    levels: 'ABC',
    tags: '护理 学习包',
    daysAgo: 11,
    recommended: true,
    courses: 'hand-hygiene-pro wound-nurse iv-therapy critical-nursing',
    summary:
      '从每天都做的手卫生，到病区联络护士的伤口处理，再到静脉治疗与危重症评估，按护士成长的次序组合成一个学习包。',
    goals: [
      '完成四门护理课程并通过结课考核',
      '建立自己的床旁核对清单',
      '满足本年度专业科目学时的大部分要求',
    ],
    audience: '临床护士、专科护士培养对象与护理组长。',
  },
  {
    key: 'pack-chronic',
    title: '基层慢病管理学习包',
    subtitle: '高血压、糖尿病、肾病、慢阻肺',
    discipline: ['全科医学', '慢病管理学习包'],
    unit: '省医科大学附属第一医院',
    leader: 'lin-wenqing',
    price: 158,
    series: '01 02 03',
    levels: 'ABD',
    tags: '慢病管理 基层 学习包',
    daysAgo: 17,
    recommended: true,
    courses: 'hypertension-clinic diabetes ckd copd',
    summary:
      '四种最常见的慢性病放在一起学：同样的筛查思路、同样的随访节奏、同样的转诊标准，适合家庭医生团队整队学习。',
    goals: [
      '统一团队的慢病筛查与分层标准',
      '掌握四种慢病的首选方案与转诊指征',
      '建立一张共用的随访表',
    ],
    audience: '社区、乡镇与县级医院的全科、内科医师及签约团队。',
  },
  {
    key: 'pack-emergency',
    title: '急危重症能力学习包',
    subtitle: '复苏、卒中、气道、创伤',
    discipline: ['急诊学', '急危重症学习包'],
    unit: '省急救中心',
    leader: 'he-jianguo',
    price: 268,
    series: '01',
    levels: 'BC',
    tags: '急救 急危重症 学习包',
    daysAgo: 24,
    courses: 'resuscitation-team stroke airway trauma',
    summary:
      '面对最怕来不及的四种情形：心搏骤停、急性卒中、困难气道与严重创伤，把团队流程一次学全。',
    goals: ['说出四种急症第一个十分钟的动作次序', '能组织一次多学科桌面推演', '完成各门课程的考核'],
    audience: '急诊、麻醉、重症与外科的主治及以上医师。',
  },
  {
    key: 'pack-digital',
    title: '数字素养学习包',
    subtitle: '会用工具，也守得住信息',
    discipline: ['交叉学科', '数字素养学习包'],
    unit: '省卫生健康信息中心',
    leader: 'ma-zhiyuan',
    price: 68,
    series: '01 04 07 08 17 30',
    levels: 'ABC',
    tags: '人工智能 信息安全 学习包',
    daysAgo: 15,
    courses: 'ai-health ai-ward data-privacy medical-records',
    summary:
      '一门免费公需课打底，再学病房里的人工智能、个人信息保护与病案数字化，帮助卫生人员安全地使用新工具。',
    goals: ['判断一个数字工具能不能用在临床', '说明个人信息保护的底线', '规范管理电子病案'],
    audience: '临床、护理、医技、信息与病案管理人员。',
  },
];

const byId = new Map(courses.map((course) => [course.id, course]));
const list = (rows: string[]) => `<ul>${rows.map((row) => `<li>${row}</li>`).join('')}</ul>`;
const hundredths = (value: number) => Math.round(value * 100) / 100;

function build(draft: Draft, index: number): SamplePackage {
  const {
    key,
    title,
    subtitle,
    discipline,
    unit,
    leader,
    price,
    summary,
    goals,
    audience,
    daysAgo,
  } = draft;
  const parts = draft.courses.split(' ').map((course) => {
    const found = byId.get(courseId('main', course));
    if (!found) throw new Error(`no course ${course} on main`);
    return found;
  });
  const hours = parts.reduce((sum, course) => sum + course.hours, 0);
  return {
    id: sampleId('package', 'main', key),
    key,
    site: 'main',
    content_type: 'P',
    title,
    subtitle,
    cover: `/qm/static/covers/main-${key}.svg`,
    summary,
    detail_html: [
      `<p>${summary}</p>`,
      '<h3>学习目标</h3>',
      list(goals),
      '<h3>课程内容</h3>',
      list(parts.map((course) => `${course.title}（${course.hours}学时）`)),
      '<h3>适用对象</h3>',
      `<p>${audience}</p>`,
      '<h3>考核要求</h3>',
      `<p>各门课程分别学习、分别计学时；已拥有的课程在购买时自动抵减。</p>`,
    ].join(''),
    subject_kind: 'pro',
    year: 2026,
    discipline,
    project_no: `2026-TC-${String(index + 1).padStart(3, '0')}（省）`,
    project_level: '省',
    leader: teacherNames.get(leader) ?? '',
    source_unit: unit,
    hours,
    credits: hundredths(hours / 3),
    credit_type: 'new',
    price_fen: price * 100,
    market_price_fen: parts.reduce((sum, course) => sum + course.price_fen, 0),
    is_free: 'N',
    series_codes: draft.series.split(' '),
    levels: [...draft.levels] as SamplePackage['levels'],
    post_types: ['E'],
    tags: draft.tags.split(' '),
    teachers: [{ teacher_id: teacherId('main', leader), role: '负责人' }],
    courses: parts.map(({ id }) => id),
    sequential: 'N',
    has_exam: 'N',
    has_survey: 'N',
    study_days: 180,
    refund_days: 15,
    publish: { daysAgo },
    start: { daysAgo },
    end: { on: '2027-12-31 23:59:59' },
    recommended: draft.recommended ?? false,
    sort: 200 + index,
  };
}

export const packages: readonly SamplePackage[] = drafts.map(build);
