import { linkTo } from '@cme/commons/route-links';
import { learnTabs } from '@cme/contract';
import { Button, EmptyState, ErrorState, LinkTo, PageTitle, Pager, RowSkeletons } from '@cme/ui';
import { useSearchParams } from '@cme/ui/router';
import { TabList } from '@cme/ui/tab-list';
import { useQuery } from '@tanstack/react-query';
import { words } from '../../words.ts';
import { CourseRow } from './course-row.tsx';
import css from './learn.module.css';
import { listQuery } from './learn.queries.ts';
import { YearSummary } from './year-summary.tsx';

export function LearnPage() {
  const [search, setSearch] = useSearchParams();
  const tab = learnTabs.find((name) => name === search.get('tab')) ?? 'all';
  const page = Math.max(1, Number(search.get('page')) || 1);
  const list = useQuery(listQuery(tab, page));
  return (
    <>
      <PageTitle name={words.learn} />
      <h1 className={css.heading}>{words.learn}</h1>
      <YearSummary />
      <TabList
        label={words.tabsLabel}
        titles={words.tabs}
        value={tab}
        counts={list.data?.counts}
        onChange={(name) => setSearch(name === 'all' ? {} : { tab: name }, { replace: true })}
        className={css.tabs}
      >
        {list.error ? <ErrorState error={list.error} onRetry={() => void list.refetch()} /> : null}
        {list.isPending ? <RowSkeletons count={3} height="9.25rem" /> : null}
        {list.data?.total === 0 ? (
          <EmptyState
            text={words.empty[tab]}
            action={
              <Button component={LinkTo} to={linkTo.publicneed()}>
                {words.toCourses}
              </Button>
            }
          />
        ) : null}
        <ul className={css.rows}>
          {list.data?.list.map((row) => (
            <CourseRow key={row.learning_id} row={row} />
          ))}
        </ul>
        {list.data ? (
          <Pager total={list.data.total} pageSize={list.data.page_size} page={page} />
        ) : null}
      </TabList>
    </>
  );
}
