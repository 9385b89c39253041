import {
  Button,
  CardSkeletons,
  CourseCard,
  EmptyState,
  ErrorState,
  PageHead,
  Pager,
  scrollToTop,
} from '@cme/ui';
import { useSearchParams } from '@cme/ui/router';
import { useQuery } from '@tanstack/react-query';
import css from './catalogue.module.css';
import { filtersOf, listQuery, pageSize, type Kind } from './catalogue.queries.ts';
import { words } from './catalogue.words.ts';
import { Filters } from './filters.tsx';

export const PublicneedPage = () => <Catalogue kind="publicneed" />;
export const ProfessionPage = () => <Catalogue kind="profession" />;
export const SearchPage = () => <Catalogue kind="search" />;

/** Courses with every choice in the address, so that a link, a reload and the back button show
 * the same. */
function Catalogue({ kind }: { kind: Kind }) {
  const [search, setSearch] = useSearchParams();
  const filters = filtersOf(kind, search);
  const { data, error, isPending, isPlaceholderData, refetch } = useQuery(listQuery(kind, search));
  const change = (part: Record<string, string>) => {
    const next = new URLSearchParams(search);
    for (const [key, value] of Object.entries({ page: '', ...part })) {
      if (value) next.set(key, value);
      else next.delete(key);
    }
    setSearch(next);
  };
  const reset = () => setSearch(filters.keyword ? { keyword: filters.keyword } : {});

  return (
    <div className={css.page}>
      <PageHead name={words[kind]} description={words.about[kind]} isHidden={kind === 'search'} />
      <header className={css.head}>
        <h1>{filters.keyword ? words.keyword(filters.keyword) : words[kind]}</h1>
        <p>{words.intro[kind]}</p>
      </header>
      <Filters filters={filters} onChange={change} onReset={reset} />
      <p className={css.total} role="status">
        {data ? words.total(data.total) : ' '}
      </p>
      {error ? <ErrorState error={error} onRetry={() => void refetch()} /> : null}
      {isPending && !error ? <CardSkeletons count={8} /> : null}
      {data?.total === 0 ? (
        <NoResults filters={filters} onReset={reset} onAll={() => setSearch({})} />
      ) : null}
      {data && data.total > 0 ? (
        <>
          <ul className={`cards ${css.cards}`} aria-busy={isPlaceholderData}>
            {data.list.map((course, at) => (
              <li key={course.id}>
                <CourseCard course={course} isFirst={at < 4} heading="h2" />
              </li>
            ))}
          </ul>
          <Pager
            total={data.total}
            pageSize={pageSize}
            page={filters.page}
            onChange={(page) => {
              change({ page: page > 1 ? String(page) : '' });
              scrollToTop();
            }}
          />
        </>
      ) : null}
    </div>
  );
}

/** Filters that found nothing are taken off first; where only the keyword is left, all courses
 * are shown. */
function NoResults({
  filters,
  onReset,
  onAll,
}: {
  filters: ReturnType<typeof filtersOf>;
  onReset: () => void;
  onAll: () => void;
}) {
  if (isNarrowed(filters))
    return (
      <EmptyState
        text={words.none}
        hint={words.noneNarrowed}
        action={<Button onClick={onReset}>{words.reset}</Button>}
      />
    );
  if (filters.keyword)
    return (
      <EmptyState
        text={words.none}
        hint={words.noneOfWord}
        action={<Button onClick={onAll}>{words.allCourses}</Button>}
      />
    );
  return <EmptyState text={words.none} />;
}

function isNarrowed({
  series,
  level,
  post_type,
  price_kind,
}: ReturnType<typeof filtersOf>): boolean {
  return [series, level, post_type, price_kind].some(Boolean);
}
