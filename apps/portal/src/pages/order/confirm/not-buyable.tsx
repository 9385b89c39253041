import { isCallError } from '@cme/commons/api-client';
import { linkTo, playerLink } from '@cme/commons/route-links';
import { Button, EmptyState, ErrorState, LinkTo } from '@cme/ui';
import { useQuery } from '@tanstack/react-query';
import { confirmWords as words } from './confirm.words.ts';
import { type Choice, pendingQuery } from './confirm.queries.ts';
import { getErrorCode } from '../error-code.ts';

/**
 * Why this cannot be ordered, with a link to the course, to the existing order, or back to the
 * cart.
 */
export function NotBuyable({
  error,
  choice,
  onRetry,
}: {
  error: Error;
  choice: Choice;
  onRetry: () => void;
}) {
  const code = getErrorCode(error);
  if (!isCallError(error) || error.statusCode === 0 || error.statusCode >= 500)
    return <ErrorState error={error} onRetry={onRetry} />;
  if (code === 'item_owned') {
    const isCourse = choice.item !== undefined && choice.item.content_type !== 'P';
    return (
      <EmptyState
        text={error.message || words.owned}
        action={
          <Button
            component={LinkTo}
            to={
              isCourse
                ? playerLink(choice.item?.content_type, choice.item?.id ?? '')
                : linkTo.learn()
            }
          >
            {words.study}
          </Button>
        }
      />
    );
  }
  if (choice.item)
    return (
      <EmptyState
        text={error.message}
        action={
          <Button component={LinkTo} to={linkTo.profession()}>
            {words.toCourses}
          </Button>
        }
      />
    );
  return <CartItemsGone message={error.message} />;
}

/** The rows are no longer in the cart, usually because they were ordered. */
function CartItemsGone({ message }: { message: string }) {
  const { data } = useQuery(pendingQuery());
  const order = data?.list[0];
  const action = order ? (
    <Button component={LinkTo} to={linkTo.orderPayment(order.order_code)}>
      {words.toPending}
    </Button>
  ) : (
    <Button component={LinkTo} to={linkTo.cart()}>
      {words.toCart}
    </Button>
  );
  return (
    <EmptyState text={message} hint={order ? words.pendingFound : undefined} action={action} />
  );
}
