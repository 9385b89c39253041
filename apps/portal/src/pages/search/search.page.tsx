import { linkTo } from '@cme/commons/route-links';
import type { DataOf } from '@cme/contract/base';
import type { searchIndex } from '@cme/contract/content';
import { Button, EmptyState, ErrorState, LinkTo, Pager, RowSkeletons } from '@cme/ui';
import { PageHead, scrollToTop } from '@cme/shell';
import { useSearchParams } from '@cme/ui/router';
import { TabList } from '@cme/ui/tab-list';
import { useQuery } from '@tanstack/react-query';
import { Catalogue } from '../../components/catalogue/catalogue.tsx';
import { isFilteredList } from '../../components/catalogue/catalogue.queries.ts';
import { Hit } from './hit.tsx';
import { SearchFiltersPanel } from './search-filters.tsx';
import css from './search.module.css';
import {
  countExcess,
  type Filters,
  hotQuery,
  pageSize,
  parseFilters,
  readKeyword,
  resultsQuery,
} from './search.queries.ts';
import { words } from './search.words.ts';

type Results = DataOf<typeof searchIndex>;
type Tab = keyof typeof words.tabs;
const keptAlways = ['keyword', 'type'];

/** Search results; all filters are in the URL. */
export function SearchPage() {
  const [search] = useSearchParams();
  return isFilteredList(search) ? <Catalogue kind="all" /> : <Search />;
}

function Search() {
  const [search, setSearch] = useSearchParams();
  const filters = parseFilters(search);
  const change = (part: Record<string, string>) => {
    const next = new URLSearchParams(search);
    for (const [key, value] of Object.entries({ page: '', ...part })) {
      if (value) next.set(key, value);
      else next.delete(key);
    }
    setSearch(next, { preventScrollReset: true });
  };
  const excess = countExcess(readKeyword(search));
  const reset = () =>
    setSearch(new URLSearchParams([...search].filter(([key]) => keptAlways.includes(key))));
  return (
    <div className={css.page}>
      <PageHead
        name={words.search}
        description={words.about}
        path={linkTo.search()}
        isHidden={filters.keyword !== ''}
      />
      <header className={css.head}>
        <h1>{filters.keyword ? words.keyword(filters.keyword) : words.search}</h1>
        <p>{words.intro}</p>
      </header>
      {filters.keyword ? (
        <Results filters={filters} search={search} onChange={change} onReset={reset} />
      ) : (
        <Beginning excess={excess} />
      )}
    </div>
  );
}

interface ResultsProps {
  filters: Filters;
  search: URLSearchParams;
  onChange(part: Record<string, string>): void;
  onReset(): void;
}

function Results({ filters, search, onChange, onReset }: ResultsProps) {
  const { data, error, isPending, isPlaceholderData, refetch } = useQuery(resultsQuery(search));
  return (
    <>
      <SearchFiltersPanel
        filters={filters}
        results={isPlaceholderData ? undefined : data?.total}
        onChange={onChange}
        onReset={onReset}
      />
      <TabList
        className={css.tabs}
        label={words.kinds}
        titles={words.tabs}
        value={filters.type || 'all'}
        onChange={(tab) => onChange({ type: tab === 'all' ? '' : tab })}
        counts={data && toTabCounts(data)}
      >
        <p className={css.total} role="status">
          {data ? formatTotal(data) : ' '}
        </p>
        {data?.dropped_words ? (
          <p className={css.dropped} role="note">
            {words.dropped(data.asked_words ?? [], data.dropped_words)}
          </p>
        ) : null}
        {error ? <ErrorState error={error} onRetry={() => void refetch()} /> : null}
        {isPending && !error ? <RowSkeletons count={6} /> : null}
        {data?.total === 0 ? (
          <NoResults filters={filters} data={data} onChange={onChange} onReset={onReset} />
        ) : null}
        {data && data.total > 0 ? (
          <>
            <ul className={css.hits} aria-busy={isPlaceholderData}>
              {data.list.map((hit) => (
                <li key={`${hit.kind} ${hit.id}`}>
                  <Hit hit={hit} />
                </li>
              ))}
            </ul>
            <Pager
              total={data.total}
              pageSize={pageSize}
              page={filters.page}
              onChange={(page) => {
                onChange({ page: page > 1 ? String(page) : '' });
                scrollToTop();
              }}
            />
          </>
        ) : null}
      </TabList>
    </>
  );
}

const sumCounts = ({ counts }: Results) =>
  Object.values(counts).reduce((sum, count) => sum + count, 0);
const toTabCounts = (data: Results): Record<Tab, number> => ({
  all: sumCounts(data),
  activity: 0,
  ...data.counts,
});

/** Counts with the measure word of each kind; an empty result counts courses. */
function formatTotal({ counts }: Results): string {
  const kinds = Object.keys(words.measures) as (keyof typeof words.measures)[];
  const found = kinds.filter((kind) => counts[kind]);
  return words.total(
    (found.length > 0 ? found : kinds.slice(0, 1)).map(
      (kind) => `${counts[kind] ?? 0} ${words.measures[kind]}`,
    ),
  );
}

/** Suggestions: other tabs, fewer filters, or all courses. */
function NoResults({
  filters,
  data,
  onChange,
  onReset,
}: Omit<ResultsProps, 'search'> & { data: Results }) {
  if (sumCounts(data) > 0)
    return (
      <EmptyState
        text={words.none}
        hint={words.noneOfKind}
        action={<Button onClick={() => onChange({ type: '' })}>{words.showAll}</Button>}
      />
    );
  const { keyword: _, type: _type, page: _page, sort: _sort, ...narrowing } = filters;
  if (Object.values(narrowing).some(Boolean))
    return (
      <EmptyState
        text={words.none}
        hint={words.noneNarrowed}
        action={<Button onClick={onReset}>{words.reset}</Button>}
      />
    );
  return (
    <>
      <EmptyState
        text={words.none}
        hint={words.noneOfWord}
        action={
          <Button component={LinkTo} to={linkTo.profession()}>
            {words.allCourses}
          </Button>
        }
      />
      <HotWords />
    </>
  );
}

function Beginning({ excess }: { excess: number | undefined }) {
  return (
    <>
      <EmptyState
        text={excess ? words.tooLong : words.noKeyword}
        hint={excess ? words.tooLongHint(excess) : words.noKeywordHint}
        action={
          <Button component={LinkTo} to={linkTo.profession()}>
            {words.allCourses}
          </Button>
        }
      />
      <HotWords />
    </>
  );
}

function HotWords() {
  const { data } = useQuery(hotQuery());
  if (!data || data.list.length === 0) return null;
  return (
    <section className={css.hot}>
      <h2>{words.hot}</h2>
      <ul>
        {data.list.map(({ word }) => (
          <li key={word}>
            <LinkTo className="chip" to={linkTo.search({ keyword: word })}>
              {word}
            </LinkTo>
          </li>
        ))}
      </ul>
    </section>
  );
}
