import { linkTo } from '@cme/commons/route-links';
import {
  Button,
  CreditRing,
  ErrorState,
  lazyPart,
  LinkTo,
  RowSkeletons,
  Skeleton,
  studyTimeWords,
} from '@cme/ui';
import { PageTitle, useUserInfo } from '@cme/shell';
import { useSearchParams } from '@cme/ui/router';
import { ListHead } from '@cme/ui/row-list';
import { useQuery } from '@tanstack/react-query';
import { ArchivePdf } from './archive-pdf.tsx';
import { Ledger } from './ledger.tsx';
import { MonthChart } from './month-chart.tsx';
import { DayList, MonthTable } from './month-table.tsx';
import css from './myfile.module.css';
import { reportQuery, yearQuery } from './myfile.queries.ts';
import { myfileWords as words } from './myfile.words.ts';

const Proofs = lazyPart(async () => (await import('./proofs.tsx')).Proofs, {
  waiting: <RowSkeletons count={2} height="4rem" />,
});

const ProfileFacts = lazyPart(
  async () => (await import('../../components/profile-facts.tsx')).ProfileFacts,
  { waiting: <Skeleton height={320} /> },
);

const parseInteger = (value: string | null, min: number, max: number) => {
  const number = Number(value);
  return Number.isInteger(number) && number >= min && number <= max ? number : undefined;
};

/**
 * The archive of a year: when was studied what, and the credits. Year and month are in the URL;
 * the page can be printed.
 */
export function MyfilePage() {
  const [search] = useSearchParams();
  const year = parseInteger(search.get('year'), 2000, 2100);
  const month = parseInteger(search.get('month'), 1, 12);
  const { data, error, refetch, isPlaceholderData } = useQuery(reportQuery(year, month));
  const { user } = useUserInfo();
  return (
    <>
      <PageTitle name={words.title} />
      <ListHead title={words.title}>
        <div className={`${css.buttons} ${css.noPrint}`}>
          {data ? <ArchivePdf year={data.year} /> : null}
          <Button variant="default" onClick={() => print()} disabled={!data}>
            {words.print}
          </Button>
        </div>
      </ListHead>
      {error ? <ErrorState error={error} onRetry={() => void refetch()} /> : null}
      {!data && !error ? <RowSkeletons count={3} height="9rem" /> : null}
      {data ? (
        <>
          <nav aria-label={words.years} className={css.years}>
            {data.years.map((year) => (
              <LinkTo
                key={year}
                to={linkTo.myfile({ year })}
                aria-current={year === data.year ? 'page' : undefined}
              >
                {words.yearName(year)}
              </LinkTo>
            ))}
          </nav>
          <p className={css.onPaper}>
            {`${words.printedFor(data.year)}　${user?.real_name ?? ''}　${user?.unit_name ?? ''}`}
          </p>
          <div aria-busy={isPlaceholderData} className={css.parts}>
            <section className={css.part} aria-label={words.figures}>
              <YearRing year={data.year} />
              <dl className={css.figures}>
                <Figure name={words.time} value={studyTimeWords(data.total_seconds)} />
                <Figure name={words.days} value={words.dayUnit(data.days_studied)} />
                <Figure name={words.completed} value={words.courseUnit(data.completed)} />
              </dl>
            </section>
            <section className={css.part} aria-labelledby="months">
              <h2 className={css.title} id="months">
                {words.byMonth}
              </h2>
              {data.total_seconds > 0 ? (
                <>
                  <p className={css.unit}>{words.unit}</p>
                  <MonthChart year={data.year} months={data.months} />
                </>
              ) : null}
              <MonthTable year={data.year} months={data.months} chosen={month} />
              {month ? <DayList month={month} days={data.days} /> : null}
            </section>
            <section className={css.part} aria-labelledby="ledger">
              <h2 className={css.title} id="ledger">
                {words.ledger}
              </h2>
              <Ledger year={data.year} />
            </section>
            <Person />
            <section className={`${css.part} ${css.onScreen}`} aria-labelledby="proofs">
              <h2 className={css.title} id="proofs">
                {words.proofs}
              </h2>
              <Proofs />
            </section>
          </div>
        </>
      ) : null}
    </>
  );
}

/** The user's own data. */
const Person = () => (
  <section className={css.part} aria-labelledby="person">
    <h2 className={css.title} id="person">
      {words.person}
    </h2>
    <ProfileFacts />
    <LinkTo className={css.noPrint} to={linkTo.setting({ view: 'profile' })}>
      {words.editPerson}
    </LinkTo>
  </section>
);

const Figure = ({ name, value }: { name: string; value: string }) => (
  <div>
    <dt>{name}</dt>
    <dd>{value}</dd>
  </div>
);

/** Required and earned credits of the year; hidden if they cannot be loaded. */
function YearRing({ year }: { year: number }) {
  const { data, isPending } = useQuery(yearQuery(year));
  if (isPending) return <Skeleton height="12.875rem" width="17.5rem" />;
  if (!data) return null;
  const { rule, got, pending, year_status_name } = data;
  return (
    <div className={css.rings}>
      <CreditRing
        kind="credits"
        got={got.credits}
        need={rule.need_credits}
        pending={pending.credits}
      />
      <CreditRing kind="hours" got={got.hours} need={rule.need_hours} pending={pending.hours} />
      <p className={css.status}>{words.yearStatus(year_status_name)}</p>
    </div>
  );
}
