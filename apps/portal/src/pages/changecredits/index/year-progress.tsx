import type { DataOf } from '@cme/contract/base';
import type { creditsSummary } from '@cme/contract/credits';
import { ErrorState, Skeleton } from '@cme/ui';
import { useSearchParams } from '@cme/ui/router';
import { SummaryRings } from '@cme/ui/year-rings';
import { useQuery } from '@tanstack/react-query';
import shared from '../changecredits.module.css';
import css from './index.module.css';
import { exchangeWords as words } from '../changecredits.words.ts';
import { parseListChoice, summaryQuery } from '../exchange.queries.ts';

type Summary = DataOf<typeof creditsSummary>;

/** The year against its requirements, with credits under review. The year is in the URL. */
export function YearProgress() {
  const [search, setSearch] = useSearchParams();
  const { year } = parseListChoice(search);
  const { data, error, refetch } = useQuery(summaryQuery(year));
  if (error) return <ErrorState error={error} onRetry={() => void refetch()} />;
  if (!data) return <Skeleton height={260} mb="lg" />;
  const choose = (value: string) => {
    const next = new URLSearchParams(search);
    next.set('year', value);
    next.delete('page');
    setSearch(next);
  };
  return (
    <section className={shared.card} aria-label={words.yearPanel(data.year)}>
      <header className={shared.cardHead}>
        <h2>{words.yearPanel(data.year)}</h2>
        <span className={shared.state} data-state={data.year_status}>
          {data.year_status_name}
        </span>
        <label className={css.yearPick}>
          <span className="hidden">{words.year}</span>
          <select value={data.year} onChange={(event) => choose(event.currentTarget.value)}>
            {data.years.map((year) => (
              <option key={year} value={year}>
                {words.yearName(year)}
              </option>
            ))}
          </select>
        </label>
      </header>
      <div className={css.year}>
        <SummaryRings summary={data} />
        <ul className={css.needs}>
          {data.needs.map((need) => (
            <Need key={need.key} need={need} />
          ))}
        </ul>
      </div>
      <p className={`${shared.note} ${css.yearNote}`}>
        {[data.pending.hours + data.pending.credits > 0 ? words.pendingNote : '', data.rule.note]
          .filter(Boolean)
          .join('')}
      </p>
    </section>
  );
}

const formatPercent = (part: number, whole: number) => `${Math.min(100, (part / whole) * 100)}%`;

/** A requirement as a bar: earned, under review, missing; the text says the same. */
function Need({ need }: { need: Summary['needs'][number] }) {
  const { name, unit, got, pending, missing } = need;
  return (
    <li>
      <span className={css.needName}>{name}</span>
      <span className={css.needFigure}>
        <strong>{got}</strong>
        {` / ${need.need} ${unit}`}
      </span>
      <span className={css.bar} aria-hidden="true">
        <i style={{ width: formatPercent(got + pending, need.need) }} data-part="pending" />
        <i style={{ width: formatPercent(got, need.need) }} data-part="got" />
      </span>
      <small>
        {[
          missing > 0 ? words.missing(missing, unit) : words.reached,
          pending > 0 ? `${words.pending} ${pending}` : '',
        ]
          .filter(Boolean)
          .join(' · ')}
      </small>
    </li>
  );
}
