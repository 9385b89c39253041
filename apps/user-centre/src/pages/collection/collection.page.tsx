import { linkTo } from '@cme/commons/route-links';
import { type CollectionRow, type CollectionTab, collectionTabs } from '@cme/contract/content';
import { Button, EmptyState, LinkTo, toast } from '@cme/ui';
import { PageTitle } from '@cme/shell';
import { parsePage } from '@cme/ui/page-numbers';
import { useSearchParams } from '@cme/ui/router';
import { ListHead, ListTabs, PagedList, Rows } from '@cme/ui/row-list';
import { useQuery } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { RemovedRow, rowHeight } from '../../components/removed-row.tsx';
import { words as centre } from '../../components/words.ts';
import { collectionQuery, useCollect } from './collection.queries.ts';
import { FavoriteRow } from './favorite-row.tsx';
import { collectionWords as words } from './collection.words.ts';

/** The user's favourites; type and page are in the URL. */
export function CollectionPage() {
  const [search, setSearch] = useSearchParams();
  const tab = collectionTabs.find((name) => name === search.get('tab')) ?? 'all';
  const page = parsePage(search);
  const list = useQuery(collectionQuery(tab, page));
  return (
    <>
      <PageTitle name={words.title} />
      <ListHead title={words.title} />
      <ListTabs
        label={words.tabsLabel}
        titles={words.tabs}
        value={tab}
        counts={list.data?.counts}
        isBusy={list.isPlaceholderData}
        onChange={(name) => setSearch(name === 'all' ? {} : { tab: name }, { replace: true })}
      >
        <PagedList
          list={list}
          page={page}
          waiting={{ count: 4, height: '8.5rem' }}
          empty={<Nothing tab={tab} />}
        >
          <Favorites key={`${tab} ${page}`} rows={list.data?.list ?? []} />
        </PagedList>
      </ListTabs>
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

interface Removed {
  row: CollectionRow;
  height: number;
}

/** A removed row keeps its place with an undo button until the page is left. */
function Favorites({ rows }: { rows: readonly CollectionRow[] }) {
  const [removed, setRemoved] = useState<readonly Removed[]>([]);
  const list = useRef<HTMLUListElement>(null);
  const { mutate, isPending, variables } = useCollect();
  const isRemoved = ({ content }: CollectionRow) =>
    removed.some(({ row }) => row.content.id === content.id);
  const collect = (row: CollectionRow, collected: 'Y' | 'N', index: number) =>
    mutate(
      { content_type: row.content.content_type, id: row.content.id, collected },
      {
        onSuccess: () =>
          setRemoved((all) =>
            collected === 'N'
              ? [...all, { row, height: rowHeight(list.current, index) }]
              : all.filter((item) => item.row.content.id !== row.content.id),
          ),
        onError: (error) => toast.error(error.message),
      },
    );
  const shown = [
    ...rows.filter((row) => !isRemoved(row)),
    ...removed.map(({ row }) => row),
  ].toSorted((a, b) => b.collected_at.localeCompare(a.collected_at));
  return (
    <Rows ref={list}>
      {shown.map((row, index) =>
        isRemoved(row) ? (
          <RemovedRow
            key={`removed ${row.content.id}`}
            text={words.removed(row.content.title)}
            undo={words.undo}
            isPending={isPending && variables?.id === row.content.id}
            height={removed.find((item) => item.row.content.id === row.content.id)?.height ?? 0}
            onUndo={() => collect(row, 'Y', index)}
          />
        ) : (
          <FavoriteRow
            key={row.content.id}
            row={row}
            isPending={isPending && variables?.id === row.content.id}
            onRemove={() => collect(row, 'N', index)}
          />
        ),
      )}
    </Rows>
  );
}
