import { linkTo } from '@cme/commons/route-links';
import type { CartRow } from '@cme/contract/payment';
import { Button } from '@cme/ui';
import { goTo } from '@cme/shell';
import { Checkbox } from '@cme/ui/forms';
import { useState } from 'react';
import { formatYuan } from '../../components/money.ts';
import { CartLine } from './cart-line.tsx';
import css from './cart.module.css';
import { canOrder, filterChosen, type PlacedRow, sumPrices } from './cart.rules.ts';
import { cartWords } from './cart.words.ts';
import { ClearDialog } from './clear-dialog.tsx';
import { RemovedLine } from './removed-line.tsx';
import type { useRemoval } from './use-removal.ts';

interface Props {
  rows: readonly PlacedRow[];
  removal: ReturnType<typeof useRemoval>;
}

/** A removed row keeps its place with an undo button, so that nothing moves under the pointer. */
export function CartList({ rows, removal: { remove, clear, undo, isBusy } }: Props) {
  const [isAsking, setAsking] = useState(false);
  const list = rows.filter(({ isRemoved }) => !isRemoved).map(({ row }) => row);
  const [unticked, setUnticked] = useState<ReadonlySet<string>>(new Set());
  const chosen = filterChosen(list, unticked);
  const open = list.filter(canOrder);
  const isAll = open.length > 0 && chosen.length === open.length;
  const setTicked = (changed: readonly CartRow[], isTicked: boolean) =>
    setUnticked((before) => {
      const next = new Set(before);
      for (const { cart_id } of changed) {
        if (isTicked) next.delete(cart_id);
        else next.add(cart_id);
      }
      return next;
    });
  return (
    <div className={css.body}>
      <section className={css.list} aria-label={cartWords.title}>
        <div className={css.tools}>
          <Checkbox
            label={cartWords.all}
            checked={isAll}
            indeterminate={!isAll && chosen.length > 0}
            disabled={open.length === 0}
            onChange={(event) => setTicked(open, event.currentTarget.checked)}
          />
          <div>
            {open.length < list.length ? (
              <Button
                variant="subtle"
                color="gray"
                disabled={isBusy}
                onClick={() => remove(list.filter((row) => !canOrder(row)))}
              >
                {cartWords.clearOver}
              </Button>
            ) : null}
            <Button
              variant="subtle"
              color="gray"
              disabled={isBusy || list.length === 0}
              onClick={() => setAsking(true)}
            >
              {cartWords.clear}
            </Button>
          </div>
        </div>
        <Rows
          {...{ rows, chosen, isBusy, remove, undo }}
          onChoose={(row, isTicked) => setTicked([row], isTicked)}
        />
      </section>
      {list.length > 0 ? <CheckoutSummary chosen={chosen} /> : null}
      {isAsking ? (
        <ClearDialog
          count={list.length}
          onClose={() => setAsking(false)}
          onClear={() => {
            setAsking(false);
            clear(list);
          }}
        />
      ) : null}
    </div>
  );
}

interface RowsProps extends Pick<Props['removal'], 'remove' | 'undo' | 'isBusy'> {
  rows: readonly PlacedRow[];
  chosen: readonly CartRow[];
  onChoose: (row: CartRow, isTicked: boolean) => void;
}

function Rows({ rows, chosen, isBusy, remove, undo, onChoose }: RowsProps) {
  return (
    <ul className={css.lines}>
      {rows.map(({ row, isRemoved }) => (
        <li key={`${row.content.content_type} ${row.content.id}`}>
          {isRemoved ? (
            <RemovedLine title={row.content.title} isBusy={isBusy} onUndo={() => undo([row])} />
          ) : null}
          <div
            className={isRemoved ? css.removed : undefined}
            inert={isRemoved}
            aria-hidden={isRemoved}
          >
            <CartLine
              row={row}
              isChosen={chosen.includes(row)}
              isBusy={isBusy}
              onChoose={(isTicked) => onChoose(row, isTicked)}
              onRemove={() => remove([row])}
            />
          </div>
        </li>
      ))}
    </ul>
  );
}

function CheckoutSummary({ chosen }: { chosen: readonly CartRow[] }) {
  const checkOut = () =>
    goTo(linkTo.orderConfirm({ cart_ids: chosen.map(({ cart_id }) => cart_id).join(',') }));
  return (
    <section className={css.sum} aria-label={cartWords.sum}>
      <p className={css.total} role="status">
        <span>{cartWords.sum}</span>
        <strong>{formatYuan(sumPrices(chosen))}</strong>
        <span className={css.chosen}>
          {chosen.length > 0 ? cartWords.chosen(chosen.length) : cartWords.chooseFirst}
        </span>
      </p>
      <Button size="lg" className={css.checkOut} disabled={chosen.length === 0} onClick={checkOut}>
        {cartWords.checkOut}
      </Button>
      <p className={css.hint}>{cartWords.hint}</p>
    </section>
  );
}
