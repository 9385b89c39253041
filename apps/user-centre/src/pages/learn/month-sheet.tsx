import { send } from '@cme/commons/api-client';
import { linkTo } from '@cme/commons/route-links';
import { type DueItem, learnCalendar } from '@cme/contract/study';
import { ErrorState, LinkTo } from '@cme/ui';
import { useSearchParams } from '@cme/ui/router';
import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { DueEntry } from './due-entry.tsx';
import due from './due-list.module.css';
import { learnWords as words } from './learn.words.ts';
import {
  toDay,
  type Month,
  toMonth,
  parseMonth,
  addMonths,
  formatMonth,
  listWeeks,
} from './month.rules.ts';
import css from './month-sheet.module.css';

const monthQuery = (month: string) =>
  queryOptions({
    queryKey: ['learn', 'calendar', month],
    queryFn: ({ signal }) => send(learnCalendar, { month }, { signal }),
    placeholderData: keepPreviousData,
    staleTime: 0,
  });

/** Calendar of what is due; the month is in the URL. */
export function MonthSheet() {
  const [search] = useSearchParams();
  const [now] = useState(Date.now);
  const month = parseMonth(search.get('month')) ?? toMonth(now);
  const { data, error, refetch, isPlaceholderData } = useQuery(monthQuery(formatMonth(month)));
  const [chosen, choose] = useState<string>();
  const days = Map.groupBy(data?.list ?? [], ({ at }) => at.slice(0, 10));
  const chosenDay = chosen?.startsWith(formatMonth(month)) ? chosen : undefined;
  return (
    <section className={due.due} aria-label={words.month}>
      <div className={css.head}>
        <h2 className={css.title} aria-live="polite">
          {words.monthOf(month.year, month.month)}
        </h2>
        <Turn to={addMonths(month, -1)} name={words.earlier} />
        <Turn to={addMonths(month, 1)} name={words.later} />
        <LinkTo className={css.back} to={linkTo.learn()}>
          {words.backToList}
        </LinkTo>
      </div>
      {error && !data ? <ErrorState error={error} onRetry={() => void refetch()} /> : null}
      <Grid
        month={month}
        today={toDay(now)}
        days={isPlaceholderData ? new Map() : days}
        isWaiting={isPlaceholderData || (!data && !error)}
        chosen={chosenDay}
        choose={choose}
      />
      {chosenDay ? <DayItems day={chosenDay} items={days.get(chosenDay) ?? []} /> : null}
    </section>
  );
}

const Turn = ({ to, name }: { to: Month; name: string }) => (
  <LinkTo className={css.turn} to={linkTo.learn({ show: 'month', month: formatMonth(to) })} replace>
    {name}
  </LinkTo>
);

interface GridProps {
  month: Month;
  today: string;
  days: ReadonlyMap<string, DueItem[]>;
  isWaiting: boolean;
  chosen: string | undefined;
  choose: (day: string) => void;
}

function Grid({ month, today, days, isWaiting, chosen, choose }: GridProps) {
  return (
    <table className={css.grid} aria-busy={isWaiting}>
      <thead>
        <tr>
          {words.weekdays.map((day) => (
            <th key={day} scope="col">
              {day}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {listWeeks(month).map((week) => (
          <tr key={week.join()}>
            {week.map((day, index) => {
              const name = `${formatMonth(month)}-${String(day).padStart(2, '0')}`;
              return (
                <td key={day || `outside ${index}`}>
                  {day > 0 ? (
                    <Day
                      month={month.month}
                      day={day}
                      items={days.get(name) ?? []}
                      isChosen={chosen === name}
                      isToday={today === name}
                      choose={() => choose(name)}
                    />
                  ) : null}
                </td>
              );
            })}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

interface DayProps {
  month: number;
  day: number;
  items: readonly DueItem[];
  isChosen: boolean;
  isToday: boolean;
  choose: () => void;
}

/** Maximum number of titles in a cell. */
const shownCount = 2;

function Day({ month, day, items, isChosen, isToday, choose }: DayProps) {
  return (
    <button
      type="button"
      className={css.day}
      aria-pressed={isChosen}
      aria-current={isToday ? 'date' : undefined}
      onClick={choose}
    >
      <span className={css.number}>
        <span className="hidden">{words.monthName(month)}</span>
        {day}
        <span className="hidden">{words.dayUnit}</span>
      </span>
      {items.slice(0, shownCount).map((item) => (
        <span key={`${item.kind} ${item.link_id} ${item.at}`} className={css.entry}>
          {item.title}
        </span>
      ))}
      {items.length > 0 ? (
        <span className={css.count}>
          {items.length}
          <span className="hidden">{words.itemUnit}</span>
        </span>
      ) : null}
    </button>
  );
}

function DayItems({ day, items }: { day: string; items: readonly DueItem[] }) {
  const [, month = 0, date = 0] = day.split('-').map(Number);
  if (items.length === 0) return <p className={css.nothing}>{words.nothingOn(month, date)}</p>;
  return (
    <ul className={css.items} aria-label={words.dayOf(month, date, items.length)}>
      {items.map((item) => (
        <DueEntry key={`${item.kind} ${item.link_id} ${item.at}`} item={item} />
      ))}
    </ul>
  );
}
