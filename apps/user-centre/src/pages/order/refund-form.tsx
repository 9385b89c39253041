import { Button, EmptyState, ErrorState, Skeleton } from '@cme/ui';
import { dayWords } from '@cme/ui/dates';
import { Checkbox, LongText } from '@cme/ui/forms';
import { useQuery } from '@tanstack/react-query';
import { words } from '../../components/words.ts';
import css from './order.module.css';
import { refundPreviewQuery } from './order.queries.ts';
import { type RefundPreview, useRefundRequest } from './use-refund-request.ts';

/** Requests a refund for selected items of an order; the server determines the amounts. */
export function RefundForm({ code, onDone }: { code: string; onDone: () => void }) {
  const { data, error, refetch } = useQuery(refundPreviewQuery(code));
  if (error) return <ErrorState error={error} onRetry={() => void refetch()} />;
  if (!data) return <Skeleton height={220} />;
  if (!data.can_apply && data.items.every(({ blocked }) => blocked === ''))
    return <EmptyState text={words.refund.none} />;
  return <RefundRequestForm code={code} preview={data} onDone={onDone} />;
}

interface Props {
  code: string;
  preview: RefundPreview;
  onDone: () => void;
}

function RefundRequestForm({ code, preview, onDone }: Props) {
  const request = useRefundRequest(code, preview, onDone);
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        request.submit();
      }}
      className={css.form}
      noValidate
      aria-busy={request.isBusy}
    >
      {preview.refund_expire_at ? (
        <p className={css.note}>{words.refund.rule(dayWords(preview.refund_expire_at))}</p>
      ) : null}
      <RefundItems items={preview.items} chosen={request.chosen} onChange={request.setChosen} />
      <LongText
        label={words.refund.reason}
        description={words.refund.reasonHint}
        required
        most={200}
        rows={3}
        value={request.reason}
        error={request.reasonError}
        onChange={(event) => request.setReason(event.currentTarget.value)}
      />
      {request.failure ? (
        <p role="alert" className={css.error}>
          {request.failure}
        </p>
      ) : null}
      <div className={css.submit}>
        <p aria-live="polite">
          {words.refund.sum} <strong>{`¥${request.amount}`}</strong>
        </p>
        <Button type="submit" loading={request.isBusy} disabled={!preview.can_apply}>
          {words.refund.submit}
        </Button>
      </div>
    </form>
  );
}

interface ItemsProps {
  items: RefundPreview['items'];
  chosen: readonly string[];
  onChange: (chosen: string[]) => void;
}

function RefundItems({ items, chosen, onChange }: ItemsProps) {
  return (
    <Checkbox.Group label={words.refund.choose} value={[...chosen]} onChange={onChange}>
      {items.map((item) => (
        <Checkbox
          key={item.order_item_id}
          value={item.order_item_id}
          disabled={item.blocked !== ''}
          label={`${item.title}　¥${item.amount}`}
          description={
            item.blocked ||
            words.refund.share(item.refund_rate, item.finished_sections, item.total_sections)
          }
          mt="sm"
        />
      ))}
    </Checkbox.Group>
  );
}
