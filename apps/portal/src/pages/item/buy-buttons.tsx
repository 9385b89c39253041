import { send } from '@cme/commons/api-client';
import { linkTo } from '@cme/commons/route-links';
import { Button, LinkTo, toast } from '@cme/ui';
import { goTo, isSignInCancelled, refresh, useSignIn } from '@cme/shell';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import css from './buy-bar.module.css';
import { itemWords } from './item.words.ts';

const shopplistAdd = async () => (await import('@cme/contract/payment/shopplist-add')).shopplistAdd;

interface Props {
  item: {
    content_type: string;
    id: string;
    pending_order?: string | undefined;
    pending_ms?: number | undefined;
  };
  /** False while the user's permissions are loading. */
  settled: boolean;
}

const readingTime = 6000;
/** Maximum delay of a timer in milliseconds; orders paid by bank transfer wait for days. */
const longestTimer = 2 ** 31 - 1;
/** Milliseconds until the server's clock has passed it too. */
const marginMs = 300;

/** Buy now or add to the cart. Guests are asked to sign in first; then the action continues. */
export function BuyButtons({ item, settled }: Props) {
  if (item.pending_order)
    return <PendingOrderButton orderCode={item.pending_order} left={item.pending_ms} />;
  return <PurchaseButtons item={item} settled={settled} />;
}

/**
 * A second order for the same item would be rejected, so the pending one has to be paid or
 * cancelled first. When it expires, the item is refetched.
 */
function PendingOrderButton({ orderCode, left }: { orderCode: string; left: number | undefined }) {
  const client = useQueryClient();
  useEffect(() => {
    if (left === undefined || left + marginMs > longestTimer) return;
    const timer = setTimeout(
      () => void refresh(client, { queryKey: ['content'] }),
      left + marginMs,
    );
    return () => clearTimeout(timer);
  }, [client, left]);
  return (
    <>
      <Button size="md" className={css.main} component={LinkTo} to={linkTo.orderPayment(orderCode)}>
        {itemWords.toPay}
      </Button>
      <span className={css.pending}>{itemWords.pending}</span>
    </>
  );
}

function PurchaseButtons({ item, settled }: Props) {
  const { buy, add } = usePurchase(item);
  return (
    <>
      <Button
        size="md"
        className={css.main}
        loading={buy.isPending || !settled}
        onClick={() => buy.mutate()}
      >
        {itemWords.buy}
      </Button>
      <Button
        size="md"
        variant="outline"
        loading={add.isPending}
        disabled={!settled}
        onClick={() => add.mutate()}
      >
        {itemWords.add}
      </Button>
    </>
  );
}

function usePurchase({ content_type, id }: Props['item']) {
  const client = useQueryClient();
  const requireSignIn = useSignIn();
  const onError = (error: Error) => {
    if (isSignInCancelled(error)) return;
    toast.error(error.message);
    void refresh(client, { queryKey: ['content'] });
  };
  const buy = useMutation({
    mutationFn: () => requireSignIn(),
    onSuccess: () => goTo(linkTo.orderConfirm({ content_type, id })),
    onError,
  });
  const add = useMutation({
    mutationFn: async () => {
      await requireSignIn();
      await send(shopplistAdd, { content_type, id });
    },
    onSuccess: () => {
      void refresh(client, { queryKey: ['shopplist'] });
      toast.success(itemWords.added, {
        key: 'cart',
        duration: readingTime,
        link: { title: itemWords.toCart, href: linkTo.cart() },
      });
    },
    onError,
  });
  return { buy, add };
}
