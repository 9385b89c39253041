import { linkTo } from '@cme/commons/route-links';
import { learnTabs } from '@cme/contract';
import { Button, Empty, Failed, LinkTo, PageTitle, Pager, Skeleton } from '@cme/ui';
import { useSearchParams } from '@cme/ui/router';
import { useQuery } from '@tanstack/react-query';
import { words } from '../../words.ts';
import { CourseRow } from './course-row.tsx';
import css from './learn.module.css';
import { listQuery, type Tab } from './learn.queries.ts';
import { Summary } from './summary.tsx';

export function LearnPage() {
  const [search, setSearch] = useSearchParams();
  const tab = learnTabs.find((name) => name === search.get('tab')) ?? 'all';
  const page = Math.max(1, Number(search.get('page')) || 1);
  const list = useQuery(listQuery(tab, page));
  return (
    <>
      <PageTitle name={words.learn} />
      <h1 className={css.heading}>{words.learn}</h1>
      <Summary />
      <Tabs tab={tab} counts={list.data?.counts} />
      <div id="courses" role="tabpanel" aria-labelledby={`tab-${tab}`} aria-busy={list.isPending}>
        {list.error ? <Failed error={list.error} onRetry={() => void list.refetch()} /> : null}
        {list.isPending ? [1, 2, 3].map((row) => <Skeleton key={row} height={148} mb="md" />) : null}
        {list.data?.list.length === 0 ? (
          <Empty text={words.empty[tab]} action={<Button component={LinkTo} to={linkTo.publicneed()}>{words.toCourses}</Button>} />
        ) : null}
        <ul className={css.rows}>{list.data?.list.map((row) => <CourseRow key={row.learning_id} row={row} />)}</ul>
        {list.data && list.data.total > list.data.page_size ? (
          <Pager total={list.data.total} pageSize={list.data.page_size} page={page} onChange={(next) => setSearch((now) => withValue(now, 'page', String(next)))} />
        ) : null}
      </div>
    </>
  );
}

function Tabs({ tab, counts }: { tab: Tab; counts?: Record<Tab, number> }) {
  const [, setSearch] = useSearchParams();
  const choose = (name: Tab) => setSearch(name === 'all' ? {} : { tab: name }, { replace: true });
  const step = (by: number) => {
    const next = learnTabs[(learnTabs.indexOf(tab) + by + learnTabs.length) % learnTabs.length] ?? 'all';
    choose(next);
    document.getElementById(`tab-${next}`)?.focus();
  };
  return (
    <div role="tablist" aria-label={words.tabsLabel} className={css.tabs}>
      {learnTabs.map((name) => (
        <button
          key={name}
          id={`tab-${name}`}
          type="button"
          role="tab"
          aria-selected={name === tab}
          aria-controls="courses"
          tabIndex={name === tab ? 0 : -1}
          className={css.tab}
          onClick={() => choose(name)}
          onKeyDown={({ key }) => (key === 'ArrowRight' ? step(1) : key === 'ArrowLeft' ? step(-1) : undefined)}
        >
          {words.tabs[name]}
          {counts ? <span className={css.count} aria-hidden="true">{counts[name]}</span> : null}
        </button>
      ))}
    </div>
  );
}

function withValue(search: URLSearchParams, key: string, value: string): URLSearchParams {
  const next = new URLSearchParams(search);
  next.set(key, value);
  return next;
}
