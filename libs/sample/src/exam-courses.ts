import type { SiteKey } from './shapes.ts';

/** Courses with an examination, and the field of the question bank it is drawn from. */
export const examCourses: Readonly<Record<string, string>> = {
  'medical-ethics': 'ethics',
  'ai-health': 'digital',
  'infectious-law': 'infectious',
  'data-privacy': 'digital',
  'research-integrity': 'ethics',
  diabetes: 'chronic',
  copd: 'chronic',
  stroke: 'emergency',
  trauma: 'emergency',
  'critical-nursing': 'nursing',
  'infection-control': 'infectious',
  'hand-hygiene-pro': 'infectious',
  'wound-nurse': 'nursing',
  'hypertension-clinic': 'chronic',
  'resuscitation-team': 'emergency',
  'ai-ward': 'digital',
  'outbreak-report': 'infectious',
  'hygiene-inspector': 'infectious',
  'prescription-clinic': 'infectious',
  'mental-wellbeing': 'ethics',
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
