import type { SiteKey } from './shapes.ts';

/** Where the questions of an examination are drawn from. */
interface ExamSource {
  /** Key of the question bank. */
  bank: string;
  /** What the course teaches: only questions on these points are drawn. */
  points: readonly string[];
}

/** Courses with an examination. */
export const examCourses: Readonly<Record<string, ExamSource>> = {
  'medical-ethics': {
    bank: 'ethics',
    points: ['四项原则', '知情同意', '保密与隐私', '临终关怀', '职业道德', '研究伦理', '伦理查房'],
  },
  'ai-health': { bank: 'digital', points: ['人工智能', '互联网诊疗'] },
  'infectious-law': { bank: 'infectious', points: ['法律责任', '监测报告', '预检分诊', '隔离'] },
  'data-privacy': { bank: 'digital', points: ['数据安全', '个人信息'] },
  'research-integrity': { bank: 'ethics', points: ['科研诚信', '研究伦理'] },
  diabetes: { bank: 'chronic', points: ['糖尿病', '糖尿病足'] },
  copd: { bank: 'chronic', points: ['慢阻肺'] },
  stroke: { bank: 'emergency', points: ['卒中'] },
  trauma: { bank: 'emergency', points: ['创伤', '休克'] },
  'critical-nursing': { bank: 'nursing', points: ['患者安全', '管路护理', '沟通', '疼痛护理'] },
  'infection-control': { bank: 'infectious', points: ['隔离', '消毒灭菌', '手卫生', '抗菌药物'] },
  'hand-hygiene-pro': { bank: 'infectious', points: ['手卫生'] },
  'wound-nurse': { bank: 'nursing', points: ['压力性损伤'] },
  'hypertension-clinic': { bank: 'chronic', points: ['高血压'] },
  'resuscitation-team': { bank: 'emergency', points: ['心肺复苏', '除颤'] },
  'ai-ward': { bank: 'digital', points: ['人工智能', '数据安全'] },
  'outbreak-report': { bank: 'infectious', points: ['监测报告', '法律责任', '隔离'] },
  'hygiene-inspector': { bank: 'infectious', points: ['手卫生'] },
  'prescription-clinic': { bank: 'infectious', points: ['抗菌药物'] },
  'mental-wellbeing': { bank: 'ethics', points: ['心理调适'] },
};

const surveyCourses: readonly string[] = [
  'ai-health',
  'stroke',
  'diabetes',
  'family-doctor',
  'hand-hygiene-pro',
  'wound-nurse',
  'hypertension-clinic',
  'resuscitation-team',
  'ai-ward',
  'outbreak-report',
  'hygiene-inspector',
  'prescription-clinic',
];

const examined: readonly SiteKey[] = ['main', 'test', 'hospital'];

export const hasExam = (site: SiteKey, key: string): boolean =>
  examined.includes(site) && key in examCourses;
/** Whether a course requires a survey before credits. */
export const hasSurvey = (site: SiteKey, key: string): boolean =>
  examined.includes(site) && surveyCourses.includes(key);
