import { send } from '@cme/commons/api-client';
import type { DataOf } from '@cme/contract/base';
import { type Appraise, appraiseScales, type appraiseList as List } from '@cme/contract/study';
import { EmptyState, ErrorState, lazyPart, Pager, Skeleton } from '@cme/ui';
import { useSession } from '@cme/shell';
import { parsePage } from '@cme/ui/page-numbers';
import { useSearchParams } from '@cme/ui/router';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { appraiseWords } from './appraise.words.ts';
import css from './appraises.module.css';

/** The form fields are a large chunk, and only learners who have completed the course see them. */
const AppraiseForm = lazyPart(async () => (await import('./appraise-form.tsx')).AppraiseForm, {
  waiting: <Skeleton height={280} />,
});

type Appraised = DataOf<typeof List>;

const appraiseList = async () => (await import('@cme/contract/study/appraise')).appraiseList;

const pageSize = 10;

/** Reviews of a course; `mine` adds what the user may do. */
const appraisesQuery = (id: string, page: number, mine: boolean) =>
  queryOptions({
    queryKey: ['content', 'appraises', id, page, mine],
    queryFn: ({ signal }) =>
      send(appraiseList, { content_type: 'C', id, page, page_size: pageSize }, { signal }),
    staleTime: mine ? 0 : 60_000,
  });

/** Reviews of a course: a chart of the ratings, then the comments. */
export function Appraises({ courseId }: { courseId: string }) {
  const { signedIn } = useSession();
  const [search] = useSearchParams();
  const page = parsePage(search);
  const { data, error, refetch } = useQuery(appraisesQuery(courseId, page, signedIn));
  if (error) return <ErrorState error={error} onRetry={() => void refetch()} />;
  if (!data) return <Skeleton height={280} />;
  return (
    <>
      {data.total > 0 ? <Summary data={data} /> : null}
      {data.my_state === 'can' ? <AppraiseForm courseId={courseId} /> : null}
      {data.my_state === 'not_completed' ? (
        <p className={css.note}>{appraiseWords.notCompleted}</p>
      ) : null}
      {data.total === 0 ? (
        <EmptyState text={appraiseWords.none} hint={appraiseWords.noneHint} />
      ) : (
        <ul className={css.list} aria-label={appraiseWords.list}>
          {data.list.map((item) => (
            <li key={item.appraise_id}>
              <AppraiseItem one={item} isMine={item.appraise_id === data.mine?.appraise_id} />
            </li>
          ))}
        </ul>
      )}
      <Pager total={data.total} pageSize={pageSize} page={page} />
    </>
  );
}

function Summary({ data: { score_avg, total, stars, scales } }: { data: Appraised }) {
  return (
    <div className={css.summary}>
      <p className={css.average}>
        <strong>
          <span className="hidden">{appraiseWords.average(score_avg.toFixed(1))}</span>
          <span aria-hidden="true" style={{ fontSize: 'inherit', color: 'inherit' }}>
            {score_avg.toFixed(1)}
          </span>
        </strong>
        <span>{appraiseWords.people(total)}</span>
      </p>
      <ul className={css.bars} aria-label={appraiseWords.distribution}>
        {[5, 4, 3, 2, 1].map((star) => {
          const count = stars[star - 1] ?? 0;
          return (
            <Bar
              key={star}
              name={appraiseWords.star(star)}
              share={count / total}
              value={`${count}`}
            />
          );
        })}
      </ul>
      <ul className={css.bars} aria-label={appraiseWords.scales}>
        {appraiseScales.map(({ name, title }) => (
          <Bar key={name} name={title} share={scales[name] / 5} value={scales[name].toFixed(1)} />
        ))}
      </ul>
    </div>
  );
}

function Bar({ name, share, value }: { name: string; share: number; value: string }) {
  return (
    <li>
      <span>{name}</span>
      <span className={css.track} aria-hidden="true">
        <i style={{ width: `${Math.round(share * 100)}%` }} />
      </span>
      <span>{value}</span>
    </li>
  );
}

function AppraiseItem({ one: appraise, isMine }: { one: Appraise; isMine: boolean }) {
  const fullStars = Math.round(appraise.score);
  return (
    <article className={css.one}>
      <header>
        <strong>{isMine ? appraiseWords.mine : appraise.user_name}</strong>
        <span
          className={css.stars}
          role="img"
          aria-label={appraiseWords.average(appraise.score.toFixed(1))}
        >
          {'★'.repeat(fullStars)}
          {'☆'.repeat(5 - fullStars)}
        </span>
        <time className={css.when} dateTime={appraise.created_at.slice(0, 10)}>
          {appraise.created_at.slice(0, 10)}
        </time>
      </header>
      {appraise.text ? <p>{appraise.text}</p> : null}
    </article>
  );
}
