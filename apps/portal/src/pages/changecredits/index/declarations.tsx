import { linkTo } from '@cme/commons/route-links';
import type { DeclareRow, DeclareTab } from '@cme/contract/credits';
import { Button, EmptyState, ErrorState, LinkTo, Pager, RowSkeletons } from '@cme/ui';
import { dayWords } from '@cme/ui/dates';
import { useSearchParams } from '@cme/ui/router';
import { TabList } from '@cme/ui/tab-list';
import { useQuery } from '@tanstack/react-query';
import shared from '../changecredits.module.css';
import css from './index.module.css';
import { exchangeWords as words } from '../changecredits.words.ts';
import { parseListChoice, listQuery, pageSize } from '../exchange.queries.ts';

/** The user's declarations; tab, year and page are in the URL. */
export function Declarations() {
  const [search, setSearch] = useSearchParams();
  const choice = parseListChoice(search);
  const { data, error, refetch, isPlaceholderData } = useQuery(listQuery(choice));
  const choose = (tab: DeclareTab) => {
    const next = new URLSearchParams(search);
    next.delete('page');
    if (tab === 'all') next.delete('tab');
    else next.set('tab', tab);
    setSearch(next);
  };
  return (
    <section aria-labelledby="declarations">
      <h2 id="declarations">{words.list}</h2>
      <TabList
        label={words.list}
        titles={words.tabs}
        value={choice.tab}
        onChange={choose}
        counts={data?.counts}
        isBusy={isPlaceholderData}
      >
        {error ? <ErrorState error={error} onRetry={() => void refetch()} /> : null}
        {!data && !error ? <RowSkeletons count={3} height="6rem" /> : null}
        {data?.total === 0 ? <Nothing isAll={data.counts.all === 0} /> : null}
        {data && data.list.length > 0 ? (
          <ul className={css.rows}>
            {data.list.map((row) => (
              <Row key={row.declare_no} row={row} />
            ))}
          </ul>
        ) : null}
        {data && data.total > pageSize ? (
          <Pager total={data.total} pageSize={pageSize} page={choice.page} />
        ) : null}
      </TabList>
    </section>
  );
}

function Nothing({ isAll }: { isAll: boolean }) {
  if (!isAll) return <EmptyState text={words.emptyTab} />;
  return (
    <EmptyState
      text={words.empty}
      hint={words.emptyHint}
      action={
        <Button component={LinkTo} to={linkTo.declare()} variant="default">
          {words.toDeclare}
        </Button>
      }
    />
  );
}

function Row({ row }: { row: DeclareRow }) {
  const no = row.declare_no;
  const title = row.activity_name || words.untitled;
  const isDraft = row.declare_status === 'draft';
  return (
    <li className={css.row}>
      <div className={css.rowText}>
        <h3>
          <LinkTo to={linkTo.exchangeDetail({ no })}>{title}</LinkTo>
        </h3>
        <p className={shared.facts}>
          {[
            row.kind_name,
            words.yearName(row.year),
            words.amount(row.hours, row.credits),
            dayWords(row.updated_at),
          ].join(' · ')}
        </p>
        {row.reason ? <p className={css.reason}>{row.reason}</p> : null}
      </div>
      <span className={shared.state} data-state={row.declare_status}>
        {row.declare_status_name}
      </span>
      {row.can_edit === 'Y' ? (
        <Button
          component={LinkTo}
          to={linkTo.declare({ no })}
          variant="default"
          aria-label={`${isDraft ? words.goOn : words.edit} ${title}`}
        >
          {isDraft ? words.goOn : words.edit}
        </Button>
      ) : null}
    </li>
  );
}
