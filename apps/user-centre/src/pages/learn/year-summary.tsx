import { CreditRing, Skeleton, studyTimeWords } from '@cme/ui';
import { learnSummaryQuery } from '@cme/shell';
import { useQuery } from '@tanstack/react-query';
import { words } from '../../components/words.ts';
import css from './learn.module.css';

/**
 * The year as two rings, and the time spent. Hidden if it cannot be loaded: the list below
 * matters more.
 */
export function YearSummary() {
  const { data, isPending } = useQuery(learnSummaryQuery());
  if (isPending) return <Skeleton className={css.waiting} />;
  if (!data) return null;
  const figures = [
    [words.today, studyTimeWords(data.today_seconds)],
    [words.total, studyTimeWords(data.total_seconds)],
    [words.studying, `${data.studying} ${words.courseUnit}`],
    [words.completed, `${data.completed} ${words.courseUnit}`],
  ] as const;
  return (
    <section className={css.summary} aria-label={words.yearRing(data.year)}>
      <div className={css.rings}>
        <CreditRing kind="credits" got={data.got_credits} need={data.need_credits} />
        <CreditRing kind="hours" got={data.got_hours} need={data.need_hours} />
      </div>
      <dl className={css.figures}>
        {figures.map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
