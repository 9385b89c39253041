import { linkTo } from '@cme/commons/route-links';
import { Button, creditFigure, EmptyState, ErrorState, LinkTo, Pager, Skeleton } from '@cme/ui';
import { parsePage } from '@cme/ui/page-numbers';
import { useSearchParams } from '@cme/ui/router';
import { useQuery } from '@tanstack/react-query';
import css from './myfile.module.css';
import { ledgerQuery } from './myfile.queries.ts';
import { myfileWords as words } from './myfile.words.ts';

/** The credits of the year, row by row. */
export function Ledger({ year }: { year: number }) {
  const [search] = useSearchParams();
  const page = parsePage(search);
  const { data, error, refetch } = useQuery(ledgerQuery(year, page));
  if (error) return <ErrorState error={error} onRetry={() => void refetch()} />;
  if (!data) return <Skeleton height={200} />;
  if (data.total === 0)
    return (
      <EmptyState
        text={words.noLedger}
        action={
          <Button component={LinkTo} to={linkTo.learn()}>
            {words.toLearn}
          </Button>
        }
      />
    );
  return (
    <>
      <table className={css.table} data-stacked>
        <thead>
          <tr>
            {[words.item, words.kind, words.hours, words.credits, words.status, words.day].map(
              (name) => (
                <th key={name} scope="col">
                  {name}
                </th>
              ),
            )}
          </tr>
        </thead>
        <tbody>
          {data.list.map((row) => (
            <tr key={row.id}>
              <th scope="row">
                {row.declare_no ? (
                  <LinkTo to={linkTo.exchangeDetail({ no: row.declare_no })}>{row.title}</LinkTo>
                ) : (
                  row.title
                )}
                {row.cert_no ? <small>{row.cert_no}</small> : null}
                {row.note ? <small>{row.note}</small> : null}
              </th>
              <td data-name={words.kind}>{row.source_name}</td>
              <td data-name={words.hours}>{row.hours}</td>
              <td data-name={words.credits}>{creditFigure(row)}</td>
              <td data-name={words.status}>{row.status_name}</td>
              <td data-name={words.day}>{row.granted_at.slice(0, 10)}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <Pager total={data.total} pageSize={data.page_size} page={page} />
    </>
  );
}
