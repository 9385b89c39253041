import type { SiteKey, When } from './shapes.ts';

/** Learners who have finished the sections of a course, and the state of their examination. */
export interface Examinee {
  who: string;
  site: SiteKey;
  course: string;
  studied: When;
  /** Attempts, oldest first: share of right answers, minutes since the submission, or since the
   * start if still running. */
  attempts: readonly { right: number; minutesAgo: number; state?: 'running' | 'reviewing' }[];
}

const day = 1440;

/** A learner with all states, one with an ungraded short answer, and one with three one-minute
 * papers. */
export const examinees: readonly Examinee[] = [
  { who: 'nurse', site: 'main', course: 'ai-health', studied: { daysAgo: 2 }, attempts: [] },
  {
    who: 'nurse',
    site: 'main',
    course: 'critical-nursing',
    studied: { daysAgo: 3 },
    attempts: [{ right: 0.4, minutesAgo: 12, state: 'running' }],
  },
  {
    who: 'nurse',
    site: 'main',
    course: 'copd',
    studied: { daysAgo: 4 },
    attempts: [
      { right: 0.4, minutesAgo: 2 * day },
      { right: 0.35, minutesAgo: 90 },
    ],
  },
  {
    who: 'nurse',
    site: 'main',
    course: 'research-integrity',
    studied: { daysAgo: 9 },
    attempts: [
      { right: 0.3, minutesAgo: 8 * day },
      { right: 0.4, minutesAgo: 7 * day },
    ],
  },
  {
    who: 'nurse',
    site: 'main',
    course: 'stroke',
    studied: { daysAgo: 6 },
    attempts: [
      { right: 0.4, minutesAgo: 5 * day + 60 },
      { right: 0.9, minutesAgo: 5 * day },
    ],
  },
  { who: 'nurse', site: 'main', course: 'trauma', studied: { daysAgo: 7 }, attempts: [] },
  { who: 'nurse', site: 'main', course: 'data-privacy', studied: { daysAgo: 15 }, attempts: [] },
  {
    who: 'village',
    site: 'main',
    course: 'diabetes',
    studied: { daysAgo: 3 },
    attempts: [{ right: 0.8, minutesAgo: 2 * day, state: 'reviewing' }],
  },
  { who: 'village', site: 'main', course: 'copd', studied: { daysAgo: 2 }, attempts: [] },
  { who: 'village', site: 'main', course: 'medical-ethics', studied: { daysAgo: 5 }, attempts: [] },
  { who: 'senior', site: 'main', course: 'infectious-law', studied: { daysAgo: 4 }, attempts: [] },
  {
    who: 'senior',
    site: 'main',
    course: 'stroke',
    studied: { daysAgo: 8 },
    attempts: [{ right: 0.9, minutesAgo: 7 * day }],
  },
  {
    who: 'hospital-nurse',
    site: 'hospital',
    course: 'infection-control',
    studied: { daysAgo: 3 },
    attempts: [],
  },
  {
    who: 'test-learner',
    site: 'test',
    course: 'medical-ethics',
    studied: { daysAgo: 4 },
    attempts: [],
  },
  { who: 'test-learner', site: 'test', course: 'ai-health', studied: { daysAgo: 3 }, attempts: [] },
  { who: 'test-learner', site: 'test', course: 'stroke', studied: { daysAgo: 3 }, attempts: [] },
  {
    who: 'test-learner',
    site: 'test',
    course: 'mental-wellbeing',
    studied: { daysAgo: 3 },
    attempts: [],
  },
];
