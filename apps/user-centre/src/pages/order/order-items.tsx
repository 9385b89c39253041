import { contentLink } from '@cme/commons/route-links';
import type { OrderItem } from '@cme/contract/payment';
import { LinkTo, saleWords } from '@cme/ui';
import { words } from '../../components/words.ts';
import css from './order.module.css';

const notes: Record<string, string> = {
  waiting: words.order.delivering,
  failed: words.order.failed,
  revoked: words.order.revoked,
};

/** The items of an order with the titles and prices at the time of ordering. */
export function OrderItems({
  items,
  isPaid = false,
}: {
  items: readonly OrderItem[];
  isPaid?: boolean;
}) {
  return (
    <ul className={css.items}>
      {items.map((item) => (
        <li key={item.order_item_id}>
          <img src={item.cover} alt="" width={112} height={63} loading="lazy" />
          <div>
            <LinkTo to={contentLink(item)} className={css.name}>
              {item.title}
            </LinkTo>
            <p className={css.meta}>
              {`${item.hours} ${words.hours} · ${item.credits} ${words.credits}`}
              {item.presale_until ? <span>{saleWords(item)}</span> : null}
              {isPaid && notes[item.deliver_status] ? (
                <span data-state={item.deliver_status}>{notes[item.deliver_status]}</span>
              ) : null}
            </p>
          </div>
          <span className={css.price}>{`¥${item.pay}`}</span>
        </li>
      ))}
    </ul>
  );
}
