import type { ClassLesson } from '@cme/contract/study';
import css from './training-class.module.css';
import { classWords as words } from './class.words.ts';

const formatDay = (day: string) => {
  const date = new Date(`${day}T00:00:00Z`);
  return `${date.getUTCMonth() + 1}月${date.getUTCDate()}日 ${words.days[date.getUTCDay()] ?? ''}`;
};

const filterLessons = (lessons: readonly ClassLesson[], date: string) =>
  lessons.filter(({ day }) => day === date);

/** The lessons by day and time. */
export function Timetable({ lessons }: { lessons: readonly ClassLesson[] }) {
  if (lessons.length === 0) return <p className={css.none}>{words.noTimetable}</p>;
  return (
    <div className={css.timetable}>
      {[...new Set(lessons.map(({ day }) => day))].map((day) => (
        <section key={day}>
          <h3>{formatDay(day)}</h3>
          <ol>
            {filterLessons(lessons, day).map((lesson) => (
              <li key={lesson.from}>
                <span className={css.time}>{`${lesson.from}–${lesson.to}`}</span>
                <span className={css.lesson}>
                  <strong>{lesson.title}</strong>
                  <span>
                    {[lesson.teacher, lesson.place, lesson.hours ? words.hours(lesson.hours) : '']
                      .filter(Boolean)
                      .join(' · ')}
                  </span>
                </span>
              </li>
            ))}
          </ol>
        </section>
      ))}
    </div>
  );
}
