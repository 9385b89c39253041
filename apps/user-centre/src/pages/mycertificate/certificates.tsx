import { linkTo } from '@cme/commons/route-links';
import { Button, EmptyState, ErrorState, LinkTo, RowSkeletons } from '@cme/ui';
import { useQuery } from '@tanstack/react-query';
import { words } from '../../components/words.ts';
import { CertificateCard } from './certificate-card.tsx';
import css from './mycertificate.module.css';
import { certificatesQuery } from './mycertificate.queries.ts';

/** Certificates by year, newest first. */
export function Certificates({ year }: { year: number | undefined }) {
  const { data, error, isPending, refetch } = useQuery(certificatesQuery(year));
  if (error) return <ErrorState error={error} onRetry={() => void refetch()} />;
  if (isPending) return <RowSkeletons count={2} height="var(--waiting)" />;
  const years = data.years.filter((year) => data.list.some((row) => row.year === year.year));
  return (
    <>
      {data.list.length === 0 ? (
        <EmptyState
          text={year ? words.certificate.noneInYear : words.certificate.none}
          hint={words.certificate.noneHint}
          action={
            <Button component={LinkTo} to={linkTo.learn()}>
              {words.learn}
            </Button>
          }
        />
      ) : null}
      {years.map((year) => (
        <section
          key={year.year}
          className={css.group}
          aria-label={words.certificate.yearName(year.year)}
        >
          <h2 className={css.part}>
            {words.certificate.yearName(year.year)}
            <small>{words.certificate.yearSum(year.hours, year.credits, year.count)}</small>
          </h2>
          <ul className={css.cards}>
            {data.list
              .filter((row) => row.year === year.year)
              .map((row) => (
                <CertificateCard key={row.cert_no} row={row} />
              ))}
          </ul>
        </section>
      ))}
    </>
  );
}
