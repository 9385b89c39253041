import { send } from '@cme/commons/api-client';
import { linkTo } from '@cme/commons/route-links';
import {
  messageReadAll,
  type MessageRow,
  type MessageTab,
  messageTabs,
} from '@cme/contract/person';
import { Button, EmptyState, LinkTo, toast } from '@cme/ui';
import { PageTitle, refresh, useUserInfo } from '@cme/shell';
import { parsePage } from '@cme/ui/page-numbers';
import { useSearchParams } from '@cme/ui/router';
import { ListHead, ListTabs, PagedList, Rows } from '@cme/ui/row-list';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { Intro } from '../../components/intro.tsx';
import { RemovedRow, rowHeight } from '../../components/removed-row.tsx';
import { words as centre } from '../../components/words.ts';
import { noticesQuery, useMark, useUnread } from './notice.queries.ts';
import { NoticeRow } from './notice-row.tsx';
import { noticeWords as words } from './notice.words.ts';

/** My messages; kind and page are in the URL. */
export function NoticePage() {
  const [search, setSearch] = useSearchParams();
  const tab = messageTabs.find((name) => name === search.get('tab')) ?? 'all';
  const page = parsePage(search);
  const list = useQuery(noticesQuery(tab, page));
  useNews(list.data?.unread_count);
  return (
    <>
      <PageTitle name={words.title} />
      <ListHead title={words.title}>
        <ReadAll unread={list.data?.unread_count ?? 0} />
      </ListHead>
      <Intro>
        {words.intro}
        <LinkTo to={linkTo.setting({ view: 'notify' })}>{words.settings}</LinkTo>
        {words.introEnd}
      </Intro>
      <ListTabs
        label={words.tabsLabel}
        titles={words.tabs}
        value={tab}
        counts={filterUnread(list.data?.counts)}
        isBusy={list.isPlaceholderData}
        onChange={(name) => setSearch(name === 'all' ? {} : { tab: name }, { replace: true })}
      >
        <PagedList
          list={list}
          page={page}
          waiting={{ count: 5, height: '6.5rem' }}
          empty={<Nothing tab={tab} />}
        >
          <Notices key={`${tab} ${page}`} rows={list.data?.list ?? []} />
        </PagedList>
      </ListTabs>
    </>
  );
}

/** Refetches the list when a message arrives while the page is open. */
function useNews(listed: number | undefined): void {
  const client = useQueryClient();
  const unread = useUserInfo().user?.unread_count;
  const lastListed = useRef(listed);
  useEffect(() => {
    lastListed.current = listed;
  });
  useEffect(() => {
    if (unread !== undefined && lastListed.current !== undefined && unread !== lastListed.current)
      void refresh(client, { queryKey: ['message'] });
  }, [unread, client]);
}

const filterUnread = (counts: Record<string, number> = {}): Partial<Record<MessageTab, number>> =>
  Object.fromEntries(Object.entries(counts).filter(([tab, n]) => tab !== 'all' && n > 0));

function ReadAll({ unread }: { unread: number }) {
  const setUnread = useUnread();
  const { mutate, isPending } = useMutation({
    mutationFn: () => send(messageReadAll, {}),
    onSuccess: async ({ unread_count }) => {
      toast.success(words.allRead);
      await setUnread(unread_count);
    },
    onError: (error) => toast.error(error.message),
  });
  return (
    <Button variant="default" disabled={unread === 0} loading={isPending} onClick={() => mutate()}>
      {words.readAll}
    </Button>
  );
}

function Nothing({ tab }: { tab: MessageTab }) {
  return (
    <EmptyState
      text={words.empty(tab)}
      hint={words.emptyHint}
      action={
        <Button component={LinkTo} to={linkTo.learn()}>
          {centre.learn}
        </Button>
      }
    />
  );
}

interface Deleted {
  row: MessageRow;
  height: number;
}

/** A deleted message keeps its place with an undo button until the page is left. */
function Notices({ rows }: { rows: readonly MessageRow[] }) {
  const [deleted, setDeleted] = useState<readonly Deleted[]>([]);
  const list = useRef<HTMLUListElement>(null);
  const { mutate, isPending, variables } = useMark();
  const restoreMessage = (row: MessageRow) =>
    mutate(
      { mark: 'restore', message_id: row.message_id },
      {
        onSuccess: () => setDeleted((all) => all.filter((item) => item.row !== row)),
        onError: (error) => toast.error(error.message),
      },
    );
  const isDeleted = (row: MessageRow) =>
    deleted.some((item) => item.row.message_id === row.message_id);
  const shown = [
    ...rows.filter((row) => !isDeleted(row)),
    ...deleted.map(({ row }) => row),
  ].toSorted((a, b) => b.created_at.localeCompare(a.created_at));
  return (
    <Rows ref={list}>
      {shown.map((row, index) =>
        isDeleted(row) ? (
          <RemovedRow
            key={`removed ${row.message_id}`}
            text={words.removed(row.title)}
            undo={words.undo}
            isPending={isPending && variables?.message_id === row.message_id}
            height={deleted.find((item) => item.row.message_id === row.message_id)?.height ?? 0}
            onUndo={() => restoreMessage(row)}
          />
        ) : (
          <NoticeRow
            key={row.message_id}
            row={row}
            onDeleted={() =>
              setDeleted((all) => [...all, { row, height: rowHeight(list.current, index) }])
            }
          />
        ),
      )}
    </Rows>
  );
}
