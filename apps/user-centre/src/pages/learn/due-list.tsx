import { send } from '@cme/commons/api-client';
import { learnCalendar } from '@cme/contract/study';
import { LinkTo, Skeleton } from '@cme/ui';
import { dayWords } from '@cme/ui/dates';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { linkTo } from '@cme/commons/route-links';
import { DueEntry } from './due-entry.tsx';
import css from './due-list.module.css';
import { learnWords as words } from './learn.words.ts';

const first = 4;

/**
 * What is due in the next weeks, by day. Hidden if empty or if it cannot be loaded: the courses
 * below matter more.
 */
export function DueList() {
  const [isLong, setLong] = useState(false);
  const { data, isPending } = useQuery({
    queryKey: ['learn', 'calendar'],
    queryFn: ({ signal }) => send(learnCalendar, {}, { signal }),
    staleTime: 0,
    refetchOnWindowFocus: 'always',
  });
  if (isPending) return <Skeleton className={css.waiting} />;
  if (!data || data.list.length === 0) return <MonthLink />;
  const shownItems = isLong ? data.list : data.list.slice(0, first);
  return (
    <section className={css.due} aria-labelledby="due">
      <h2 className={css.title} id="due">
        {words.due}
      </h2>
      <ol className={css.days}>
        {[...Map.groupBy(shownItems, ({ at }) => at.slice(0, 10))].map(([day, items]) => (
          <li key={day}>
            <p className={css.day}>
              <time dateTime={day}>{dayWords(day)}</time>
            </p>
            <ul>
              {items.map((item) => (
                <DueEntry key={`${item.kind} ${item.link_id} ${item.at}`} item={item} />
              ))}
            </ul>
          </li>
        ))}
      </ol>
      <MonthLink />
      {data.list.length > first ? (
        <button
          type="button"
          className={css.more}
          onClick={() => setLong(!isLong)}
          aria-expanded={isLong}
        >
          {isLong ? words.dueLess : words.dueMore(data.list.length)}
        </button>
      ) : null}
    </section>
  );
}

/** Link to the month view. */
const MonthLink = () => (
  <LinkTo className={css.toMonth} to={linkTo.learn({ show: 'month' })}>
    {words.toMonth}
  </LinkTo>
);
