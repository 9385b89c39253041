import { linkTo } from '@cme/commons/route-links';
import { Button, EmptyState, ErrorState, lazyPart, LinkTo, Pager, RowSkeletons } from '@cme/ui';
import { PageTitle } from '@cme/shell';
import { useSearchParams } from '@cme/ui/router';
import { useQuery } from '@tanstack/react-query';
import { words } from '../../components/words.ts';
import { ClassRow } from './class-row.tsx';
import { TeachingClasses } from './teaching-classes.tsx';
import css from './training-class.module.css';
import { myClassesQuery } from './training-class.queries.ts';

const SignScreen = lazyPart(async () => (await import('./sign-screen.tsx')).SignScreen);

/** My classes; for teachers, `?screen=` shows the attendance code of a class. */
export function TrainingclassPage() {
  const [search] = useSearchParams();
  const screen = search.get('screen');
  return screen ? <SignScreen classId={screen} /> : <MyClasses />;
}

function MyClasses() {
  const [search] = useSearchParams();
  const page = Math.max(1, Number(search.get('page')) || 1);
  const list = useQuery(myClassesQuery(page));
  return (
    <>
      <PageTitle name={words.trainingclass} />
      <h1 className={css.heading}>{words.trainingclass}</h1>
      {list.data?.teaching?.length ? <TeachingClasses classes={list.data.teaching} /> : null}
      {list.error ? <ErrorState error={list.error} onRetry={() => void list.refetch()} /> : null}
      {list.isPending ? <RowSkeletons count={2} height="9.3rem" /> : null}
      {list.data?.total === 0 ? (
        <EmptyState
          text={words.noClass}
          hint={words.noClassHint}
          action={
            <Button component={LinkTo} to={linkTo.publicneed()}>
              {words.toPublicneed}
            </Button>
          }
        />
      ) : null}
      <ul className={css.rows}>
        {list.data?.list.map((row) => (
          <ClassRow key={row.class_id} row={row} />
        ))}
      </ul>
      {list.data ? (
        <Pager total={list.data.total} pageSize={list.data.page_size} page={page} />
      ) : null}
    </>
  );
}
