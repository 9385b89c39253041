import { contentLink } from '@cme/commons/route-links';
import type { OrderLine } from '@cme/contract/payment';
import { creditWords, LinkTo, saleWords } from '@cme/ui';
import { parseFen, formatYuan } from '../../components/money.ts';
import { orderWords as words } from './order.words.ts';
import css from './order.module.css';

/** The items of an order. */
export function OrderLines({ items }: { items: readonly OrderLine[] }) {
  return (
    <ul className={css.lines}>
      {items.map((line) => (
        <li key={line.content_id}>
          <img src={line.cover} alt="" width={96} height={54} loading="lazy" />
          <div>
            <h3>
              <LinkTo to={contentLink(line)}>{line.title}</LinkTo>
            </h3>
            <p className={css.facts}>{createFacts(line).join(' · ')}</p>
          </div>
          <p className={css.linePrice}>
            <span>{formatYuan(line.price)}</span>
            {parseFen(line.saved) > 0 ? (
              <span className={css.facts}>{words.saved(line.saved)}</span>
            ) : null}
          </p>
        </li>
      ))}
    </ul>
  );
}

function createFacts({
  hours,
  credits,
  study_days,
  valid_days = study_days,
  refund_days,
  presale_until,
  pay,
}: OrderLine): string[] {
  const isReturned = refund_days !== undefined && parseFen(pay) > 0;
  return [
    saleWords(presale_until ? { presale_until } : {}),
    `${hours} ${words.hours}`,
    creditWords({ credits, credit_type: '' }),
    valid_days > 0 ? words.days(valid_days) : '',
    isReturned ? words.refundDays(refund_days) : '',
  ].filter(Boolean);
}
