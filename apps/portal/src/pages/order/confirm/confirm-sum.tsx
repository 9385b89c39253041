import { isCallError } from '@cme/commons/api-client';
import { linkTo } from '@cme/commons/route-links';
import type { DataOf } from '@cme/contract/base';
import type { orderPreview } from '@cme/contract/payment';
import { Button, LinkTo } from '@cme/ui';
import { useQuery } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { parseFen, formatYuan } from '../../../components/money.ts';
import { Agreement } from './agreement.tsx';
import { confirmWords as words } from './confirm.words.ts';
import css from './confirm-sum.module.css';
import orderCss from '../order.module.css';
import { type Choice, pendingQuery } from './confirm.queries.ts';
import { getErrorCode } from '../error-code.ts';
import { useSubmitOrder } from './use-submit-order.ts';

interface Props {
  choice: Choice;
  cardNo: string;
  preview: DataOf<typeof orderPreview>;
  /** False while the totals are being refetched for another card. */
  isSettled: boolean;
}

/**
 * Totals, terms and the submit button. The displayed total is sent along; if it differs from the
 * server's, the new one is shown for confirmation.
 */
export function ConfirmSum({ choice, cardNo, preview, isSettled }: Props) {
  const submit = useSubmitOrder();
  const [agreed, setAgreed] = useState<'' | 'missing' | 'yes'>('');
  const box = useRef<HTMLInputElement>(null);
  const order = () => {
    if (agreed === 'yes')
      return submit.mutate({ choice, card_no: cardNo, seen_amount: preview.pay });
    setAgreed('missing');
    box.current?.focus();
  };
  return (
    <section className={orderCss.sum} aria-label={words.pay}>
      <Sums preview={preview} />
      <SubmitError
        error={submit.error}
        seen={submit.variables?.seen_amount ?? ''}
        now={preview.pay}
        preview={preview}
      />
      {preview.pending_order ? <PendingOrder order_code={preview.pending_order} /> : null}
      {preview.pending_order ? null : (
        <Agreement
          isAgreed={agreed === 'yes'}
          isMissing={agreed === 'missing'}
          onChange={(isChecked) => setAgreed(isChecked ? 'yes' : '')}
          box={box}
        />
      )}
      <div className={css.bar}>
        <p className={css.total} role="status">
          <span>{words.pay}</span>
          <strong>{formatYuan(preview.pay)}</strong>
        </p>
        {preview.pending_order ? null : (
          <Button
            size="lg"
            className={css.submit}
            loading={submit.isPending || submit.isSuccess}
            disabled={!isSettled}
            onClick={order}
          >
            {words.submit}
          </Button>
        )}
      </div>
    </section>
  );
}

function Sums({ preview }: Pick<Props, 'preview'>) {
  const rows = [
    [words.total, formatYuan(preview.total)],
    [words.discount, parseFen(preview.discount) > 0 ? `-${formatYuan(preview.discount)}` : ''],
    [words.byCard, parseFen(preview.card) > 0 ? `-${formatYuan(preview.card)}` : ''],
  ].filter(([, amount]) => amount);
  return (
    <dl className={css.rows}>
      {rows.map(([name, amount]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{amount}</dd>
        </div>
      ))}
    </dl>
  );
}

interface SubmitErrorProps {
  error: Error | null;
  seen: string;
  now: string;
  preview: Props['preview'];
}

function SubmitError({ error, seen, now, preview }: SubmitErrorProps) {
  if (!error) return null;
  const code = getErrorCode(error);
  if (code === 'order_pending_exists' && isCallError(error) && error.order_code)
    return <PendingOrder order_code={error.order_code} />;
  // Another tab has ordered these rows.
  if (code === 'order_pending_exists' || code === 'not_found')
    return <UnnamedPendingOrder ids={preview.items.map(({ content_id }) => content_id)} />;
  return (
    <p role="alert" className={css.alert}>
      {code === 'price_changed' && seen !== now ? words.changed(seen, now) : error.message}
    </p>
  );
}

/** Older servers, and older releases of commons, do not name the conflicting order. */
function UnnamedPendingOrder({ ids }: { ids: readonly string[] }) {
  const { data } = useQuery(pendingQuery());
  if (!data) return null;
  const order =
    data.list.find(({ items }) => items.some(({ content_id }) => ids.includes(content_id))) ??
    data.list[0];
  return <PendingOrder order_code={order?.order_code} />;
}

function PendingOrder({ order_code }: { order_code: string | undefined }) {
  return (
    <p role="alert" className={css.alert}>
      {words.pendingExists}{' '}
      <LinkTo to={order_code ? linkTo.orderPayment(order_code) : linkTo.myorder()}>
        {order_code ? words.toPending : words.toOrders}
      </LinkTo>
    </p>
  );
}
