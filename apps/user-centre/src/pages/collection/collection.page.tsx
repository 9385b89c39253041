import { linkTo } from '@cme/commons/route-links';
import { type CollectionRow, type CollectionTab, collectionTabs } from '@cme/contract';
import {
  Button,
  EmptyState,
  ErrorState,
  LinkTo,
  PageTitle,
  Pager,
  RowSkeletons,
  toast,
} from '@cme/ui';
import { useSearchParams } from '@cme/ui/router';
import { TabList } from '@cme/ui/tab-list';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { RemovedRow } from '../../components/removed-row.tsx';
import { words as centre } from '../../words.ts';
import css from './collection.module.css';
import { collectionQuery, useCollect } from './collection.queries.ts';
import { FavoriteRow } from './favorite-row.tsx';
import { collectionWords as words } from './collection.words.ts';

/** The user's favourites; type and page are in the URL. */
export function CollectionPage() {
  const [search, setSearch] = useSearchParams();
  const tab = collectionTabs.find((name) => name === search.get('tab')) ?? 'all';
  const page = Math.max(1, Number(search.get('page')) || 1);
  const list = useQuery(collectionQuery(tab, page));
  return (
    <>
      <PageTitle name={words.title} />
      <h1 className={css.heading}>{words.title}</h1>
      <TabList
        label={words.tabsLabel}
        titles={words.tabs}
        value={tab}
        counts={list.data?.counts}
        isBusy={list.isPlaceholderData}
        onChange={(name) => setSearch(name === 'all' ? {} : { tab: name }, { replace: true })}
        className={css.tabs}
      >
        {list.error ? <ErrorState error={list.error} onRetry={() => void list.refetch()} /> : null}
        {list.isPending ? <RowSkeletons count={4} height="8.5rem" /> : null}
        {list.data?.total === 0 ? <Nothing tab={tab} /> : null}
        <Rows key={`${tab} ${page}`} rows={list.data?.list ?? []} />
        {list.data ? (
          <Pager total={list.data.total} pageSize={list.data.page_size} page={page} />
        ) : null}
      </TabList>
    </>
  );
}

function Nothing({ tab }: { tab: CollectionTab }) {
  return (
    <EmptyState
      text={words.empty(tab)}
      hint={words.emptyHint}
      action={
        <Button component={LinkTo} to={linkTo.publicneed()}>
          {centre.toCourses}
        </Button>
      }
    />
  );
}

/** A removed row keeps its place with an undo button until the page is left. */
function Rows({ rows }: { rows: readonly CollectionRow[] }) {
  const [removed, setRemoved] = useState<readonly CollectionRow[]>([]);
  const { mutate, isPending, variables } = useCollect();
  const isRemoved = ({ content }: CollectionRow) =>
    removed.some((row) => row.content.id === content.id);
  const collect = (row: CollectionRow, collected: 'Y' | 'N') =>
    mutate(
      { content_type: row.content.content_type, id: row.content.id, collected },
      {
        onSuccess: () =>
          setRemoved((all) =>
            collected === 'N'
              ? [...all, row]
              : all.filter(({ content }) => content.id !== row.content.id),
          ),
        onError: (error) => toast.error(error.message),
      },
    );
  const shown = [...rows.filter((row) => !isRemoved(row)), ...removed].toSorted((a, b) =>
    b.collected_at.localeCompare(a.collected_at),
  );
  return (
    <ul className={css.rows}>
      {shown.map((row) =>
        isRemoved(row) ? (
          <RemovedRow
            key={`removed ${row.content.id}`}
            text={words.removed(row.content.title)}
            undo={words.undo}
            isPending={isPending && variables?.id === row.content.id}
            onUndo={() => collect(row, 'Y')}
          />
        ) : (
          <FavoriteRow
            key={row.content.id}
            row={row}
            isPending={isPending && variables?.id === row.content.id}
            onRemove={() => collect(row, 'N')}
          />
        ),
      )}
    </ul>
  );
}
