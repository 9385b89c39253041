import { linkTo } from '@cme/commons/route-links';
import type { DataOf } from '@cme/contract/base';
import type { creditsSummary } from '@cme/contract/credits';
import { ErrorState, LinkTo, Skeleton } from '@cme/ui';
import { SummaryRings } from '@cme/ui/year-rings';
import { useQuery } from '@tanstack/react-query';
import { words } from '../../components/words.ts';
import pageCss from './mycertificate.module.css';
import { CertificateState } from './certificate-state.tsx';
import css from './year-panel.module.css';
import { summaryQuery } from './mycertificate.queries.ts';

type Summary = DataOf<typeof creditsSummary>;

interface YearSelectProps {
  year: number | undefined;
  /** The selected year; empty for all years. */
  onYear: (year: string) => void;
}

/** Selects the year of the page. */
export function YearSelect({ year, onYear }: YearSelectProps) {
  const { data } = useQuery(summaryQuery(year));
  if (!data) return null;
  return (
    <label className={css.yearPick}>
      <span className="hidden">{words.certificate.year}</span>
      <select value={year ?? ''} onChange={(event) => onYear(event.currentTarget.value)}>
        <option value="">{words.certificate.allYears}</option>
        {listYears(data).map((item) => (
          <option key={item} value={item}>
            {words.certificate.yearName(item)}
          </option>
        ))}
      </select>
    </label>
  );
}

/**
 * A year against its requirements: rings, required and earned credits, what counts and what does
 * not. What is missing is stated once: by the next steps, or by the requirements if there is no
 * step.
 */
export function YearPanel({ year }: { year: number | undefined }) {
  const { data, error, refetch } = useQuery(summaryQuery(year));
  if (error) return <ErrorState error={error} onRetry={() => void refetch()} />;
  if (!data) return <Skeleton height={280} mb="lg" />;
  return (
    <section className={css.year} aria-label={words.certificate.yearPanel(data.year)}>
      <header className={css.yearHead}>
        <h2 className={css.yearTitle}>{words.certificate.yearPanel(data.year)}</h2>
        <CertificateState state={data.year_status} name={data.year_status_name} />
        <p className={css.rule}>{data.rule.name}</p>
        {data.due ? <DueLine due={data.due} /> : null}
      </header>
      <div className={css.yearBody}>
        <SummaryRings summary={data} />
        <Requirements data={data} />
      </div>
      {data.rule.note ? <p className={css.ruleNote}>{data.rule.note}</p> : null}
      <NextSteps steps={data.next_steps} />
    </section>
  );
}

/** The deadline and waived requirements. */
function DueLine({ due }: { due: NonNullable<Summary['due']> }) {
  const { due_on, grace_until, due_status, due_status_name, waiver } = due;
  return (
    <p className={css.rule} data-due={due_status}>
      {[
        due_status === 'waived' ? '' : words.certificate.due(due_on, due_status_name),
        grace_until > due_on && due_status !== 'waived' && due_status !== 'met'
          ? words.certificate.grace(grace_until)
          : '',
        waiver,
      ]
        .filter(Boolean)
        .join(' · ')}
    </p>
  );
}

const listYears = ({ year, years }: Summary) =>
  [...new Set([year, ...years])].toSorted((a, b) => b - a);

function Requirements({ data }: { data: Summary }) {
  return (
    <div className={css.tables}>
      <table className={css.needs}>
        <caption>{words.certificate.needs}</caption>
        <tbody>
          {data.needs.map(({ key, name, unit, need, got, missing }) => (
            <tr key={key} data-met={missing <= 0}>
              <th scope="row">{name}</th>
              <td>{`${got} / ${need} ${unit}`}</td>
              {data.next_steps.length > 0 ? null : (
                <td>{words.certificate.missing(missing, unit)}</td>
              )}
            </tr>
          ))}
        </tbody>
      </table>
      {data.kinds.length > 0 ? (
        <table className={css.needs}>
          <caption>{words.certificate.kinds}</caption>
          <tbody>
            {data.kinds.map(({ kind, name, hours, credits, capped_credits }) => (
              <tr key={kind}>
                <th scope="row">{name}</th>
                <td>{`${hours} ${words.hours} · ${credits} ${words.credits}`}</td>
                <td>
                  {capped_credits > 0
                    ? `${words.certificate.capped} ${capped_credits} ${words.credits}`
                    : ''}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      ) : null}
    </div>
  );
}

/** Known pages; a step to any other page is shown without a link. */
const targets: Record<string, () => string> = {
  publicneed: () => linkTo.publicneed(),
  profession: () => linkTo.profession(),
  learn: () => linkTo.learn(),
  myexam: () => linkTo.myexam(),
  mycertificate: () => linkTo.mycertificate(),
};

function NextSteps({ steps }: { steps: Summary['next_steps'] }) {
  if (steps.length === 0) return null;
  return (
    <div className={css.steps}>
      <h2 className={pageCss.part}>{words.certificate.nextTitle}</h2>
      <ol>
        {steps.map(({ text, to }) => (
          <li key={text}>
            {text}
            {targets[to] ? (
              <LinkTo to={targets[to]()} aria-label={`${words.certificate.go}：${text}`}>
                {words.certificate.go}
              </LinkTo>
            ) : null}
          </li>
        ))}
      </ol>
    </div>
  );
}
