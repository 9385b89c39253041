import { Button, CardSkeletons, EmptyState, ErrorState, Pager } from '@cme/ui';
import { CourseCard, PageTitle, scrollToTop, useUserInfo } from '@cme/shell';
import { useSearchParams } from '@cme/ui/router';
import { AskProfile } from './ask-profile.tsx';
import css from './catalogue.module.css';
import { type Filters, parseFilters, pageSize, type Kind } from './catalogue.queries.ts';
import { words } from './catalogue.words.ts';
import { countChosenFacets, FilterRows } from './filters.tsx';
import { getHeading } from './heading.ts';
import { ListEnd } from './list-end.tsx';
import { storeChoice, useDefaultFilter } from './default-filter.ts';
import { isOwn } from './profile-filter.tsx';
import { QuickBar } from './quick-bar.tsx';
import { usePages } from './use-pages.ts';

/**
 * Course list whose filters are all in the URL, so that links, reloads and the back button
 * restore them.
 */
export function Catalogue({ kind }: { kind: Kind }) {
  const [search, setSearch] = useSearchParams();
  const filters = parseFilters(kind, search);
  const list = usePages(kind, search);
  const change = (part: Record<string, string>) => {
    const next = new URLSearchParams(search);
    for (const [key, value] of Object.entries({ page: '', ...part })) {
      if (value) next.set(key, value);
      else next.delete(key);
    }
    if (next.size === 0) storeChoice('all');
    setSearch(next, { preventScrollReset: true });
  };
  const reset = () => {
    storeChoice('all');
    setSearch({});
  };
  useDefaultFilter(kind, search, (ownFilters) =>
    setSearch(dropEmpty(ownFilters), { replace: true, preventScrollReset: true }),
  );
  const { user } = useUserInfo();
  const total = list.total === undefined ? '' : words.total(list.total);
  const heading = getHeading(kind, filters);
  return (
    <div className={css.page}>
      <PageTitle name={heading} />
      <header className={css.head}>
        <h1>{heading}</h1>
        <p>{words.intro[kind]}</p>
      </header>
      {kind === 'profession' ? <AskProfile filters={filters} onChange={change} /> : null}
      <QuickBar filters={filters} onChange={change} />
      <FilterRows
        kind={kind}
        filters={filters}
        years={list.years}
        total={list.isOld ? undefined : list.total}
        onChange={change}
        onReset={reset}
      />
      <p className={css.total} role="status">
        {total || '\u00a0'}
        {user && !list.isOld && isOwn(filters, user) ? (
          <span className={css.own}>{words.ownNote}</span>
        ) : null}
      </p>
      {list.error ? <ErrorState error={list.error} onRetry={list.retry} /> : null}
      {list.isPending && !list.error ? <CardSkeletons count={8} /> : null}
      {list.total === 0 ? <NoResults filters={filters} onReset={reset} /> : null}
      {list.total ? (
        <>
          <ul className={`cards ${css.cards}`} aria-busy={list.isOld}>
            {list.courses.map((course) => (
              <li key={course.id}>
                <CourseCard course={course} heading="h2" />
              </li>
            ))}
          </ul>
          <div className={css.pager}>
            <Pager
              total={list.total}
              pageSize={pageSize}
              page={filters.page}
              onChange={(page) => {
                change({ page: page > 1 ? String(page) : '' });
                scrollToTop();
              }}
            />
          </div>
          <ListEnd hasMore={list.hasMore} isLoading={list.isLoadingMore} onMore={list.more} />
        </>
      ) : null}
    </div>
  );
}

const dropEmpty = (choices: Record<string, string>) =>
  Object.fromEntries(Object.entries(choices).filter(([, value]) => value !== ''));

function NoResults({ filters, onReset }: { filters: Filters; onReset: () => void }) {
  if (countChosenFacets(filters) === 0)
    return <EmptyState text={words.nothingYet} hint={words.nothingYetHint} />;
  return (
    <EmptyState
      text={words.none}
      hint={words.noneNarrowed}
      action={<Button onClick={onReset}>{words.reset}</Button>}
    />
  );
}
