import { linkTo } from '@cme/commons/route-links';
import { classTabs } from '@cme/contract/study';
import { Button, EmptyState, lazyPart, LinkTo } from '@cme/ui';
import { PageTitle } from '@cme/shell';
import { parsePage } from '@cme/ui/page-numbers';
import { useSearchParams } from '@cme/ui/router';
import { ListHead, ListTabs, PagedList, Rows } from '@cme/ui/row-list';
import { useQuery } from '@tanstack/react-query';
import { words } from '../../components/words.ts';
import { ClassRow } from './class-row.tsx';
import { TeachingClasses } from './teaching-classes.tsx';
import { myClassesQuery } from './training-class.queries.ts';

const SignScreen = lazyPart(async () => (await import('./sign-screen.tsx')).SignScreen);

/** My classes; for teachers, `?screen=` shows the attendance code of a class. */
export function TrainingclassPage() {
  const [search] = useSearchParams();
  const screen = search.get('screen');
  return screen ? <SignScreen classId={screen} /> : <MyClasses />;
}

function MyClasses() {
  const [search, setSearch] = useSearchParams();
  const tab = classTabs.find((name) => name === search.get('tab')) ?? 'open';
  const page = parsePage(search);
  const list = useQuery(myClassesQuery(tab, page));
  return (
    <>
      <PageTitle name={words.trainingclass} />
      <ListHead title={words.trainingclass} />
      {list.data?.teaching?.length ? <TeachingClasses classes={list.data.teaching} /> : null}
      <ListTabs
        label={words.classes.tabsLabel}
        titles={words.classes.tabs}
        value={tab}
        counts={list.data?.counts}
        isBusy={list.isPlaceholderData}
        onChange={(name) => setSearch(name === 'open' ? {} : { tab: name }, { replace: true })}
      >
        <PagedList
          list={list}
          page={page}
          waiting={{ count: 2, height: '9.3rem' }}
          empty={
            <EmptyState
              text={words.classes.empty[list.data?.counts?.all ? tab : 'all']}
              hint={words.noClassHint}
              action={
                <Button component={LinkTo} to={linkTo.publicneed()}>
                  {words.toPublicneed}
                </Button>
              }
            />
          }
        >
          <Rows>
            {list.data?.list.map((row) => (
              <ClassRow key={row.class_id} row={row} />
            ))}
          </Rows>
        </PagedList>
      </ListTabs>
    </>
  );
}
