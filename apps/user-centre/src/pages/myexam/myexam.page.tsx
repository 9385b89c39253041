import { linkTo } from '@cme/commons/route-links';
import { Button, EmptyState, ErrorState, LinkTo, Pager, RowSkeletons } from '@cme/ui';
import { PageTitle } from '@cme/shell';
import { useSearchParams } from '@cme/ui/router';
import { TabList } from '@cme/ui/tab-list';
import { useQuery } from '@tanstack/react-query';
import { Intro } from '../../components/intro.tsx';
import { words } from '../../components/words.ts';
import { ExamRow } from './exam-row.tsx';
import css from './myexam.module.css';
import { examsQuery, type Tab } from './myexam.queries.ts';

export function MyexamPage() {
  const [search, setSearch] = useSearchParams();
  const tab: Tab = search.get('tab') === 'done' ? 'done' : 'todo';
  const page = Math.max(1, Number(search.get('page')) || 1);
  const list = useQuery(examsQuery(tab, page));
  return (
    <>
      <PageTitle name={words.exam.title} />
      <h1 className={css.heading}>{words.exam.title}</h1>
      <Intro>{words.exam.intro}</Intro>
      <TabList
        label={words.exam.tabsLabel}
        titles={words.exam.tabs}
        value={tab}
        counts={list.data?.counts}
        isBusy={list.isPlaceholderData}
        onChange={(name) => setSearch(name === 'todo' ? {} : { tab: name }, { replace: true })}
        className={css.tabs}
      >
        {list.error ? <ErrorState error={list.error} onRetry={() => void list.refetch()} /> : null}
        {list.isPending ? <RowSkeletons count={3} height="8.5rem" /> : null}
        {list.data?.total === 0 ? (
          <EmptyState
            text={words.exam.empty[tab]}
            hint={words.exam.hint}
            action={
              <Button component={LinkTo} to={linkTo.learn()}>
                {words.learn}
              </Button>
            }
          />
        ) : null}
        <ul className={css.rows}>
          {list.data?.list.map((exam) => (
            <ExamRow key={`${exam.paper_id} ${exam.learning_id}`} exam={exam} />
          ))}
        </ul>
        {list.data ? (
          <Pager total={list.data.total} pageSize={list.data.page_size} page={page} />
        ) : null}
      </TabList>
    </>
  );
}
