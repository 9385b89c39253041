import * as z from 'zod/mini';
import type { TrainingClass } from '../training-class.store.ts';
import type { Lesson } from '../training-class.tables.ts';

const time = z.string().check(z.regex(/^([01]\d|2[0-3]):[0-5]\d$/, '时间应为 HH:mm'));
const words = (limit: number) => z._default(z.string().check(z.maxLength(limit)), '');

const Timetable = z
  .array(
    z
      .object({
        day: z.iso.date('日期应为 YYYY-MM-DD'),
        from: time,
        to: time,
        title: z.string().check(z.minLength(1), z.maxLength(200)),
        teacher: words(100),
        place: words(200),
        hours: z._default(z.number().check(z.minimum(0), z.maximum(24)), 0),
      })
      .check(z.refine(({ from, to }) => from < to, '下课时间应晚于上课时间')),
  )
  .check(z.minLength(1, '课程表没有课'), z.maxLength(500, '课程表最多500节课'));

/** Parses a timetable, sorted by lesson, or returns its errors. */
export function parseTimetable(json: string): Lesson[] | string {
  let written: unknown;
  try {
    written = JSON.parse(json);
  } catch {
    return '课程表应为 JSON：[{"day":"2026-03-02","from":"09:00","to":"11:30","title":"…"}]';
  }
  const read = Timetable.safeParse(written);
  if (read.success)
    return read.data.toSorted((a, b) => `${a.day} ${a.from}`.localeCompare(`${b.day} ${b.from}`));
  const [fault] = read.error.issues;
  const [row, field = ''] = fault?.path ?? [];
  const at = typeof row === 'number' ? `第${row + 1}节课 ${String(field)} ` : '';
  return `${at}${fault?.message ?? ''}`;
}

type Publishable = Pick<
  TrainingClass,
  'enroll_from' | 'enroll_to' | 'start_at' | 'end_at' | 'seats' | 'rule'
>;

/** What a class lacks before publication; empty if nothing. */
export function faultsBeforePublishing(
  draft: Publishable,
  { courses, isOnSale }: { courses: number; isOnSale: boolean },
): string[] {
  return [
    ...(draft.seats > 0 ? [] : ['名额应大于0']),
    ...(draft.enroll_from < draft.enroll_to ? [] : ['报名截止应晚于报名开始']),
    ...(draft.enroll_to <= draft.start_at ? [] : ['报名截止不能晚于开班']),
    ...(draft.start_at < draft.end_at ? [] : ['结束应晚于开班']),
    ...(draft.rule.courses && courses === 0 ? ['还没有课程'] : []),
    ...(isOnSale ? [] : ['内容尚未上架']),
  ];
}

/** Converts a notice's plain text to paragraphs, escaping markup. */
export const paragraphs = (text: string): string =>
  text
    .split(/\n+/)
    .map((line) => line.trim())
    .filter(Boolean)
    .map(
      (line) =>
        `<p>${line.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')}</p>`,
    )
    .join('');
