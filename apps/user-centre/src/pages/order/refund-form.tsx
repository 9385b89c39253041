import { send } from '@cme/commons/api-client';
import { refundApply } from '@cme/contract';
import { Button, Empty, Failed, refresh, Skeleton, toast } from '@cme/ui';
import { Checkbox, Textarea } from '@cme/ui/forms';
import { dayWords } from '@cme/ui/dates';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { words } from '../../words.ts';
import css from './order.module.css';
import { refundPreviewQuery } from './order.queries.ts';

/** Asks money back for chosen things of an order; what comes back is the server's to say. */
export function RefundForm({ code, onDone }: { code: string; onDone: () => void }) {
  const { data, error, refetch } = useQuery(refundPreviewQuery(code));
  const client = useQueryClient();
  // One per opened form: sending again after a lost answer asks for the same refund.
  const [request_id] = useState(() => crypto.randomUUID());
  const [picked, setChosen] = useState<readonly string[]>();
  const [reason, setReason] = useState('');
  const [fault, setFault] = useState<string>();
  const apply = useMutation({
    mutationFn: (order_item_ids: string[]) =>
      send(refundApply, { request_id, order_code: code, order_item_ids, reason }),
    onSuccess: () => {
      toast.success(words.refund.done);
      onDone();
    },
    onSettled: () => refresh(client, { queryKey: ['order'] }),
  });
  if (error) return <Failed error={error} onRetry={() => void refetch()} />;
  if (!data) return <Skeleton height={220} />;
  if (!data.can_apply && data.items.every(({ blocked }) => blocked === ''))
    return <Empty text={words.refund.none} />;
  const open = data.items.filter(({ blocked }) => blocked === '');
  // A choice of one is made already.
  const chosen =
    picked ?? (open.length === 1 ? open.map(({ order_item_id }) => order_item_id) : []);
  const sum = data.items
    .filter(({ order_item_id }) => chosen.includes(order_item_id))
    .reduce((total, { amount }) => total + Math.round(Number(amount) * 100), 0);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (chosen.length === 0) return void toast.warning(words.refund.chooseFirst);
    const wrong = refundApply.body.shape.reason.safeParse(reason).error?.issues[0]?.message;
    setFault(wrong);
    if (!wrong) apply.mutate([...chosen]);
  };
  return (
    <form onSubmit={submit} className={css.form} noValidate aria-busy={apply.isPending}>
      {data.refund_expire_at ? (
        <p className={css.note}>{words.refund.rule(dayWords(data.refund_expire_at))}</p>
      ) : null}
      <Checkbox.Group label={words.refund.choose} value={[...chosen]} onChange={setChosen}>
        {data.items.map((item) => (
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
      <Textarea
        label={words.refund.reason}
        description={words.refund.reasonHint}
        required
        maxLength={200}
        rows={3}
        value={reason}
        error={fault}
        onChange={(event) => {
          setReason(event.currentTarget.value);
          setFault(undefined);
        }}
      />
      {apply.error ? (
        <p role="alert" className={css.error}>
          {apply.error.message}
        </p>
      ) : null}
      <div className={css.submit}>
        <p aria-live="polite">
          {words.refund.sum} <strong>{`¥${(sum / 100).toFixed(2)}`}</strong>
        </p>
        <Button type="submit" loading={apply.isPending} disabled={!data.can_apply}>
          {words.refund.submit}
        </Button>
      </div>
    </form>
  );
}
