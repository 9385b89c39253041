import { build } from './build.ts';
import { acrossDisciplines } from './courses/across-disciplines.ts';
import { clinical } from './courses/clinical.ts';
import { freeClinical } from './courses/free-clinical.ts';
import { freeCommunity } from './courses/free-community.ts';
import { hospital } from './courses/hospital.ts';
import { nursingAndTechnology } from './courses/nursing-and-technology.ts';
import { hospitalPaid, paidWithVideos } from './courses/paid.ts';
import { publicNeed } from './courses/public.ts';
import type { CourseDraft } from './courses/draft.ts';
import type { SampleCourse, SiteKey } from './shapes.ts';
import { teacherNames } from './teachers.ts';

const main = [
  ...freeClinical,
  ...publicNeed,
  ...clinical,
  ...freeCommunity,
  ...nursingAndTechnology,
  ...acrossDisciplines,
  ...paidWithVideos,
];

/** The test site has copies of some of the main site's courses. */
const testKeys = new Set(
  'hand-hygiene hand-hygiene-pro bls medical-ethics ai-health hypertension pressure-injury diabetes stroke eras drg myopia acupuncture health-communication mental-wellbeing'.split(
    ' ',
  ),
);

const draftsBySite: Record<SiteKey, readonly CourseDraft[]> = {
  main,
  hospital: [...hospital, ...hospitalPaid],
  city: [],
  ended: [],
  opening: [],
  test: main.filter(({ key }) => testKeys.has(key)),
};

/** The sources of all courses, each once. */
export const drafts: readonly CourseDraft[] = [...main, ...hospital, ...hospitalPaid];

const bySite = (site: SiteKey) =>
  draftsBySite[site].map((draft, index) => build(site, teacherNames, draft, index));

/** All courses of all sites. */
export const courses: readonly SampleCourse[] = [
  ...bySite('main'),
  ...bySite('hospital'),
  ...bySite('test'),
];
