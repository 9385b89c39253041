import { send } from '@cme/commons/api-client';
import { linkTo } from '@cme/commons/route-links';
import { useQuery } from '@tanstack/react-query';
import { Icon, LinkTo } from '@cme/ui';
import { useSession } from '../session/use-session.ts';
import { words } from '../page/words.ts';
import { CountBadge } from '../menus/count-badge.tsx';

const shopplistCount = async () =>
  (await import(/* webpackChunkName: "calls" */ '@cme/contract/payment/shopplist-add'))
    .shopplistCount;

/**
 * Cart link with a badge. Changes of the cart invalidate `['shopplist']`; the count is refetched
 * on window focus.
 */
export function CartLink({ className }: { className: string }) {
  const { signedIn } = useSession();
  const { data } = useQuery({
    queryKey: ['shopplist', 'count'],
    queryFn: ({ signal }) => send(shopplistCount, {}, { signal }),
    enabled: signedIn,
    staleTime: 0,
    retry: false,
  });
  return (
    <LinkTo to={linkTo.cart()} className={className}>
      <Icon name="cart" />
      <span>{words.cart}</span>
      <CountBadge count={(signedIn && data?.count) || 0} />
    </LinkTo>
  );
}
