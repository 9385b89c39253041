/** What decides whether a course can be sold and studied. */
export interface Readiness {
  content_id: string;
  /** Number of required sections without media; at least 1 if nothing can be studied. */
  missing: number;
  presale_until: Date | null;
  opened_at: Date | null;
}

/** `presale`: can be bought, not studied yet · `late`: the announced day has passed without media ·
 * `unready`: required sections lack media. */
export type SaleState = 'ready' | 'presale' | 'late' | 'unready';

/** A presale opens on its day, but not without its media. Once open it stays open. */
function getSaleState(
  { missing, presale_until, opened_at }: Omit<Readiness, 'content_id'>,
  now: Date,
): SaleState {
  if (presale_until && !opened_at) {
    if (now < presale_until) return 'presale';
    if (missing > 0) return 'late';
  }
  return missing > 0 ? 'unready' : 'ready';
}

/** Whether enrolled learners must wait for the opening. */
export const isUnopened = (course: Omit<Readiness, 'content_id'>, now: Date): boolean =>
  ['presale', 'late'].includes(getSaleState(course, now));

const severity: readonly SaleState[] = ['ready', 'presale', 'late', 'unready'];

/** The state of an item that opens these courses: the worst of them. */
export const getWorstState = (courses: readonly Readiness[], now: Date): SaleState =>
  courses
    .map((course) => getSaleState(course, now))
    .reduce<SaleState>(
      (worst, state) => (severity.indexOf(state) > severity.indexOf(worst) ? state : worst),
      'ready',
    );

/** The day on which the last of these courses opens, if one has not opened yet. */
export function lastOpening(courses: readonly Readiness[], now: Date): Date | undefined {
  const days = courses.flatMap((course) =>
    course.presale_until && isUnopened(course, now) ? [course.presale_until.getTime()] : [],
  );
  return days.length > 0 ? new Date(Math.max(...days)) : undefined;
}

export const saleWords = {
  unready: '课程内容尚在准备，暂不能报名',
  late: '课程未能如期开课，内容尚在准备，暂停报名',
} as const;
