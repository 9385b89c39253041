import { linkTo } from '@cme/commons/route-links';
import type { LearnMonth } from '@cme/contract/study';
import { LinkTo, studyTimeWords } from '@cme/ui';
import { dayWords } from '@cme/ui/dates';
import css from './myfile.module.css';
import { myfileWords as words } from './myfile.words.ts';

interface Props {
  year: number;
  months: readonly LearnMonth[];
  chosen: number | undefined;
}

/** Months with activity; each expands to its days. */
export function MonthTable({ year, months, chosen }: Props) {
  const rows = months.filter(
    ({ seconds, hours, credits, completed }) => seconds > 0 || hours || credits || completed > 0,
  );
  if (rows.length === 0) return <p className={css.none}>{words.noChart}</p>;
  return (
    <table className={css.table}>
      <thead>
        <tr>
          {[words.month, words.time, words.completed, words.hours, words.credits].map((name) => (
            <th key={name} scope="col">
              {name}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map(({ month, seconds, completed, hours, credits }) => (
          <tr key={month} data-chosen={month === chosen}>
            <th scope="row">
              <LinkTo
                to={linkTo.myfile({ year, month })}
                replace
                aria-current={month === chosen ? 'true' : undefined}
              >
                {words.monthName(month)}
              </LinkTo>
            </th>
            <td>{studyTimeWords(seconds)}</td>
            <td>{completed}</td>
            <td>{hours}</td>
            <td>{credits}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** A month by day. */
export function DayList({
  month,
  days,
}: {
  month: number;
  days: readonly { day: string; seconds: number }[];
}) {
  return (
    <section aria-label={words.ofDays(month)}>
      <h3 className={css.small}>{words.ofDays(month)}</h3>
      {days.length === 0 ? <p className={css.none}>{words.noDays}</p> : null}
      <dl className={css.days}>
        {days.map(({ day, seconds }) => (
          <div key={day}>
            <dt>{dayWords(day)}</dt>
            <dd>{studyTimeWords(seconds)}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
