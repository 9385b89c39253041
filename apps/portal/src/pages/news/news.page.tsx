import { linkTo } from '@cme/commons/route-links';
import type { NewsListRow } from '@cme/contract/content';
import { EmptyState, ErrorState, LinkTo, Pager, RowSkeletons } from '@cme/ui';
import { PageHead, scrollToTop } from '@cme/shell';
import { TabList } from '@cme/ui/tab-list';
import { useSearchParams } from '@cme/ui/router';
import { useQuery } from '@tanstack/react-query';
import css from './news.module.css';
import { parseList, newsQuery, pageSize } from './news.queries.ts';
import { newsWords as words } from './news.words.ts';

type Tab = keyof typeof words.tabs;

/** The site's news, newest first; type and page are in the URL. */
export function NewsPage() {
  const [search, setSearch] = useSearchParams();
  const { type, page } = parseList(search);
  const { data, error, isPending, isPlaceholderData, refetch } = useQuery(newsQuery(search));
  const tab: Tab = type || 'all';
  const name = type ? (words.types[type] ?? words.title) : words.title;
  return (
    <div className={css.page}>
      <PageHead name={name} description={words.about[tab]} path={linkTo.news({ type })} />
      <header className={css.head}>
        <h1>{name}</h1>
        <p>{words.intro}</p>
      </header>
      <TabList
        label={words.tabsLabel}
        titles={words.tabs}
        value={tab}
        onChange={(next: Tab) => setSearch(next === 'all' ? {} : { type: next })}
        className={css.panel}
      >
        {error ? <ErrorState error={error} onRetry={() => void refetch()} /> : null}
        {isPending && !error ? <RowSkeletons count={6} height="5.5rem" /> : null}
        {data?.total === 0 ? <EmptyState text={words.empty} hint={words.emptyHint} /> : null}
        {data && data.total > 0 ? (
          <>
            <ul className={css.rows} aria-busy={isPlaceholderData}>
              {data.list.map((row) => (
                <NewsRow key={row.id} row={row} showsType={!type} />
              ))}
            </ul>
            <Pager
              total={data.total}
              pageSize={pageSize}
              page={page}
              onChange={(to) => {
                setSearch({ ...(type ? { type } : {}), ...(to > 1 ? { page: String(to) } : {}) });
                scrollToTop();
              }}
            />
          </>
        ) : null}
      </TabList>
    </div>
  );
}

function NewsRow({ row, showsType }: { row: NewsListRow; showsType: boolean }) {
  const { id, title, source, summary, publish_at, top, type } = row;
  const day = publish_at.slice(0, 10);
  return (
    <li>
      <time dateTime={day} className={css.day}>
        <strong>{day.slice(5)}</strong>
        <span>{day.slice(0, 4)}</span>
      </time>
      <div>
        <h2>
          {top === 'Y' ? <span className={css.top}>{words.top}</span> : null}
          <LinkTo to={linkTo.newsDetail(id)}>{title}</LinkTo>
        </h2>
        {summary ? <p className={css.summary}>{summary}</p> : null}
        <p className={css.meta}>
          {showsType ? <span>{words.types[type]}</span> : null}
          <span>{source}</span>
        </p>
      </div>
    </li>
  );
}
