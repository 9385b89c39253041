import { send } from '@cme/commons/api-client';
import { linkTo } from '@cme/commons/route-links';
import { shopplistAdd, type Order } from '@cme/contract/payment';
import { Button, Icon, type IconName, LinkTo, toast } from '@cme/ui';
import { goTo, refresh } from '@cme/shell';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useEffect, useRef } from 'react';
import { formatYuan } from '../../../components/money.ts';
import type { PayStatus } from './payment.queries.ts';
import css from './payment-result.module.css';
import orderCss from '../order.module.css';
import { paymentWords as words } from './payment.words.ts';

interface ResultProps {
  icon: IconName;
  tone: 'good' | 'calm';
  title: string;
  text: string;
  children: ReactNode;
}

/** The result. Takes the focus, because the content has changed without navigation. */
function Result({ icon, tone, title, text, children }: ResultProps) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    globalThis.scrollTo(0, 0);
    heading.current?.focus({ preventScroll: true });
  }, [title]);
  return (
    <div className={css.end} data-tone={tone}>
      <Icon name={icon} size={56} />
      <h2 ref={heading} tabIndex={-1}>
        {title}
      </h2>
      <p className={orderCss.note}>{text}</p>
      {children}
    </div>
  );
}

/** Study is unavailable during a refund review: the order shows its state. */
export function PaidResult({ order, status }: { order: Order; status: PayStatus }) {
  const isReturning = status.order_status === 'refunding';
  const openedText = status.paid_twice === 'Y' ? words.paidTwice : words.opened;
  return (
    <Result
      icon="check"
      tone="good"
      title={words.paid}
      text={isReturning ? words.returning : status.course_id ? openedText : words.opening}
    >
      <p className={css.paidAmount}>{formatYuan(status.amount)}</p>
      <p className={orderCss.facts}>
        {[`${words.code} ${order.order_code}`, order.channel_name].filter(Boolean).join(' · ')}
      </p>
      <div className={css.endButtons}>
        {isReturning ? null : status.course_id ? (
          <Button size="lg" component={LinkTo} to={linkTo.play(status.course_id)}>
            {words.study}
          </Button>
        ) : (
          <Button size="lg" loading>
            {words.study}
          </Button>
        )}
        <Button size="lg" variant="default" component={LinkTo} to={linkTo.myorder()}>
          {words.orders}
        </Button>
      </div>
    </Result>
  );
}

const titles: Record<string, string> = {
  closed: words.closed,
  late: words.late,
  refunded: words.refunded,
};

/** Closed, paid too late or refunded, with the server's message; the items can be ordered again. */
export function ClosedResult({ order, status }: { order: Order; status: PayStatus }) {
  const client = useQueryClient();
  const reorder = useMutation({
    mutationFn: async () => {
      const [first, ...more] = order.items;
      if (first && more.length === 0)
        return linkTo.orderConfirm({ content_type: first.content_type, id: first.content_id });
      const added = await Promise.all(
        order.items.map(({ content_type, content_id }) =>
          send(shopplistAdd, { content_type, id: content_id }),
        ),
      );
      await refresh(client, { queryKey: ['shopplist'] });
      return linkTo.orderConfirm({ cart_ids: added.map(({ cart_id }) => cart_id).join(',') });
    },
    onSuccess: (to) => goTo(to),
    onError: (error) => void toast.error(error.message),
  });
  return (
    <Result
      icon="info"
      tone="calm"
      title={titles[status.pay_state] ?? words.other}
      text={status.message}
    >
      <div className={css.endButtons}>
        {status.pay_state === 'refunded' ? null : (
          <Button size="lg" loading={reorder.isPending} onClick={() => reorder.mutate()}>
            {words.reorder}
          </Button>
        )}
        <Button size="lg" variant="default" component={LinkTo} to={linkTo.myorder()}>
          {words.orders}
        </Button>
      </div>
    </Result>
  );
}
