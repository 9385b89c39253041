import type { DataOf } from '@cme/contract/base';
import type { payCreate } from '@cme/contract/payment';
import { Button } from '@cme/ui';
import { CopyableValue } from './copyable-value.tsx';
import orderCss from '../order.module.css';
import css from './trade.module.css';
import { paymentWords as words } from './payment.words.ts';

/** What a transfer means for the order, shown before it is chosen. */
export function TransferIntro({ onRequest }: { onRequest: () => void }) {
  return (
    <div className={css.trade}>
      <p className={orderCss.note}>{words.transferAsk}</p>
      <Button size="lg" className={css.go} onClick={onRequest}>
        {words.transferGet}
      </Button>
    </div>
  );
}

interface Props {
  transfer: NonNullable<DataOf<typeof payCreate>['transfer']>;
}

/** Account details of a transfer and its reference. */
export function Transfer({ transfer }: Props) {
  return (
    <>
      <p className={orderCss.note}>{words.transferHint}</p>
      <dl className={css.transfer}>
        {(['account_name', 'bank', 'account_no', 'remark'] as const).map((field) => (
          <div key={field}>
            <dt>{words.transfer[field]}</dt>
            <dd>
              <CopyableValue name={words.transfer[field]} value={transfer[field]} />
            </dd>
          </div>
        ))}
      </dl>
    </>
  );
}
