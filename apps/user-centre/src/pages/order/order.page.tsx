import { linkTo } from '@cme/commons/route-links';
import { orderTabs } from '@cme/contract/payment';
import { Button, EmptyState, ErrorState, lazyPart, LinkTo, Pager, RowSkeletons } from '@cme/ui';
import { PageTitle } from '@cme/shell';
import { useSearchParams } from '@cme/ui/router';
import { TabList } from '@cme/ui/tab-list';
import { useQuery } from '@tanstack/react-query';
import { Intro } from '../../components/intro.tsx';
import { usePrefetch } from '../../components/prefetch.ts';
import { words } from '../../components/words.ts';
import css from './order.module.css';
import { ordersQuery } from './order.queries.ts';
import { OrderRow } from './order-row.tsx';
import { useOrderDialog } from './use-order-dialog.ts';

const loadDialogs = async () => (await import('./order-dialogs.tsx')).OrderDialogs;
const OrderDialogs = lazyPart(loadDialogs);

/**
 * My orders. Tab, page and the open dialog (`show`, `code`) are in the URL, so that back closes
 * it.
 */
export function OrderPage() {
  const [search, setSearch] = useSearchParams();
  const tab = orderTabs.find((name) => name === search.get('tab')) ?? 'all';
  const page = Math.max(1, Number(search.get('page')) || 1);
  const list = useQuery(ordersQuery(tab, page));
  const { dialog } = useOrderDialog();
  usePrefetch(loadDialogs);
  return (
    <>
      <PageTitle name={words.order.title} />
      <h1 className={css.heading}>{words.order.title}</h1>
      <Intro>{words.order.intro}</Intro>
      <TabList
        label={words.order.tabsLabel}
        titles={words.order.tabs}
        value={tab}
        counts={list.data?.counts}
        isBusy={list.isPlaceholderData}
        onChange={(name) => setSearch(name === 'all' ? {} : { tab: name }, { replace: true })}
        className={css.tabs}
      >
        {list.error ? <ErrorState error={list.error} onRetry={() => void list.refetch()} /> : null}
        {list.isPending ? <RowSkeletons count={3} height="11rem" /> : null}
        {list.data?.total === 0 ? (
          <EmptyState
            text={words.order.empty[tab]}
            action={
              <Button component={LinkTo} to={linkTo.profession()}>
                {words.toCourses}
              </Button>
            }
          />
        ) : null}
        <ul className={css.rows}>
          {list.data?.list.map((order) => (
            <OrderRow key={order.order_code} order={order} />
          ))}
        </ul>
        {list.data ? (
          <Pager total={list.data.total} pageSize={list.data.page_size} page={page} />
        ) : null}
      </TabList>
      {dialog ? <OrderDialogs /> : null}
    </>
  );
}
