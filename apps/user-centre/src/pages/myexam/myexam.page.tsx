import { linkTo } from '@cme/commons/route-links';
import { Button, EmptyState, LinkTo } from '@cme/ui';
import { PageTitle } from '@cme/shell';
import { parsePage } from '@cme/ui/page-numbers';
import { useSearchParams } from '@cme/ui/router';
import { ListHead, ListTabs, PagedList, Rows } from '@cme/ui/row-list';
import { useQuery } from '@tanstack/react-query';
import { Intro } from '../../components/intro.tsx';
import { words } from '../../components/words.ts';
import { ExamRow } from './exam-row.tsx';
import { examsQuery, type Tab } from './myexam.queries.ts';

export function MyexamPage() {
  const [search, setSearch] = useSearchParams();
  const tab: Tab = search.get('tab') === 'done' ? 'done' : 'todo';
  const page = parsePage(search);
  const list = useQuery(examsQuery(tab, page));
  return (
    <>
      <PageTitle name={words.exam.title} />
      <ListHead title={words.exam.title} />
      <Intro>{words.exam.intro}</Intro>
      <ListTabs
        label={words.exam.tabsLabel}
        titles={words.exam.tabs}
        value={tab}
        counts={list.data?.counts}
        isBusy={list.isPlaceholderData}
        onChange={(name) => setSearch(name === 'todo' ? {} : { tab: name }, { replace: true })}
      >
        <PagedList
          list={list}
          page={page}
          waiting={{ count: 3, height: '8.5rem' }}
          empty={
            <EmptyState
              text={words.exam.empty[tab]}
              hint={words.exam.hint}
              action={
                <Button component={LinkTo} to={linkTo.learn()}>
                  {words.learn}
                </Button>
              }
            />
          }
        >
          <Rows>
            {list.data?.list.map((exam) => (
              <ExamRow key={`${exam.paper_id} ${exam.learning_id}`} exam={exam} />
            ))}
          </Rows>
        </PagedList>
      </ListTabs>
    </>
  );
}
