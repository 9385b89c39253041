import type { DataOf } from '@cme/contract/base';
import type { creditsList } from '@cme/contract/credits';
import { linkTo } from '@cme/commons/route-links';
import { Button, creditFigure, EmptyState, ErrorState, LinkTo, Pager, Skeleton } from '@cme/ui';
import { parsePage } from '@cme/ui/page-numbers';
import { useSearchParams } from '@cme/ui/router';
import { dayDigits } from '@cme/ui/dates';
import { useQuery } from '@tanstack/react-query';
import { words } from '../../components/words.ts';
import { CertificateState } from './certificate-state.tsx';
import css from './credit-table.module.css';
import { creditsQuery } from './mycertificate.queries.ts';

/** The ledger of hours and credits, one row per grant or correction. */
export function CreditTable({ year }: { year: number | undefined }) {
  const [search] = useSearchParams();
  const page = parsePage(search);
  const { data, error, isPending, refetch } = useQuery(creditsQuery(year, page));
  if (error) return <ErrorState error={error} onRetry={() => void refetch()} />;
  if (isPending) return <Skeleton height={240} />;
  if (data.total === 0)
    return (
      <EmptyState
        text={year ? words.certificate.noCreditsInYear : words.certificate.noCredits}
        action={
          <Button component={LinkTo} to={linkTo.learn()}>
            {words.learn}
          </Button>
        }
      />
    );
  const pager = <Pager total={data.total} pageSize={data.page_size} page={page} />;
  if (data.list.length === 0) return pager;
  return (
    <>
      <div className={css.scroll}>
        <table className={css.ledger}>
          <thead>
            <tr>
              {Object.values(table).map((name) => (
                <th key={name} scope="col">
                  {name}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {data.list.map((row) => (
              <CreditRow key={row.id} row={row} />
            ))}
          </tbody>
        </table>
      </div>
      {pager}
    </>
  );
}

const { table } = words.certificate;

function CreditRow({ row }: { row: DataOf<typeof creditsList>['list'][number] }) {
  return (
    <tr data-state={row.status}>
      <th scope="row">
        {row.declare_no ? (
          <LinkTo to={linkTo.exchangeDetail({ no: row.declare_no })}>{row.title}</LinkTo>
        ) : (
          row.title
        )}
        {row.project_no ? <small>{row.project_no}</small> : null}
        {row.note ? <small className={css.noteText}>{row.note}</small> : null}
      </th>
      <td data-name={table.kind}>{row.source_name}</td>
      <td data-name={table.hours} className={css.figure}>
        {row.hours}
      </td>
      <td data-name={table.credits} className={css.figure}>
        {creditFigure(row)}
      </td>
      <td data-name={table.status}>
        <CertificateState state={row.status} name={row.status_name} />
      </td>
      <td data-name={table.day} className={css.figure}>
        {dayDigits(row.granted_at.slice(0, 10))}
      </td>
    </tr>
  );
}
