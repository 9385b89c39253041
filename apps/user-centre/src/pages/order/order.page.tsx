import { linkTo } from '@cme/commons/route-links';
import { orderTabs } from '@cme/contract/payment';
import { Button, EmptyState, lazyPart, LinkTo } from '@cme/ui';
import { PageTitle } from '@cme/shell';
import { parsePage } from '@cme/ui/page-numbers';
import { useSearchParams } from '@cme/ui/router';
import { ListHead, ListTabs, PagedList, Rows } from '@cme/ui/row-list';
import { useQuery } from '@tanstack/react-query';
import { Intro } from '../../components/intro.tsx';
import { usePrefetch } from '../../components/prefetch.ts';
import { words } from '../../components/words.ts';
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
  const page = parsePage(search);
  const list = useQuery(ordersQuery(tab, page));
  const { dialog } = useOrderDialog();
  usePrefetch(loadDialogs);
  return (
    <>
      <PageTitle name={words.order.title} />
      <ListHead title={words.order.title} />
      <Intro>{words.order.intro}</Intro>
      <ListTabs
        label={words.order.tabsLabel}
        titles={words.order.tabs}
        value={tab}
        counts={list.data?.counts}
        isBusy={list.isPlaceholderData}
        onChange={(name) => setSearch(name === 'all' ? {} : { tab: name }, { replace: true })}
      >
        <PagedList
          list={list}
          page={page}
          waiting={{ count: 3, height: '11rem' }}
          empty={
            <EmptyState
              text={words.order.empty[tab]}
              action={
                <Button component={LinkTo} to={linkTo.profession()}>
                  {words.toCourses}
                </Button>
              }
            />
          }
        >
          <Rows>
            {list.data?.list.map((order) => (
              <OrderRow key={order.order_code} order={order} />
            ))}
          </Rows>
        </PagedList>
      </ListTabs>
      {dialog ? <OrderDialogs /> : null}
    </>
  );
}
