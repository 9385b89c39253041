import { Button, EmptyState, ErrorState, RowSkeletons } from '@cme/ui';
import { PageTitle, useSession, useSignIn } from '@cme/shell';
import type { CartRow } from '@cme/contract/payment';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { CartEmpty } from './cart-empty.tsx';
import { CartList } from './cart-list.tsx';
import css from './cart.module.css';
import { cartQuery } from './cart.queries.ts';
import { extendOrder, placeRows } from './cart.rules.ts';
import { cartWords } from './cart.words.ts';
import { useRemoval } from './use-removal.ts';

export function CartPage() {
  const { state } = useSession();
  return (
    <>
      <PageTitle name={cartWords.title} />
      {state === 'out' ? <Guest /> : <Cart isKnown={state === 'in'} />}
    </>
  );
}

function Guest() {
  const requireSignIn = useSignIn();
  // Closing the dialog leaves the user signed out.
  const signIn = () => void requireSignIn().catch(() => {});
  return (
    <>
      <header className={css.head}>
        <h1>{cartWords.title}</h1>
      </header>
      <div className={css.empty}>
        <EmptyState
          text={cartWords.guest}
          action={<Button onClick={signIn}>{cartWords.signIn}</Button>}
        />
      </div>
    </>
  );
}

function Cart({ isKnown }: { isKnown: boolean }) {
  const { data, error, refetch } = useQuery({ ...cartQuery(), enabled: isKnown });
  const removal = useRemoval();
  const { removed, cleared, undo, isBusy } = removal;
  const [order, setOrder] = useState<readonly string[]>([]);
  const list = data?.list ?? [];
  const shownOrder = extendOrder(order, list);
  if (shownOrder !== order) setOrder(shownOrder);
  const rows = placeRows(shownOrder, list, removed);
  // With nothing left to keep in place, one line takes back what was removed.
  const isEmpty = data !== undefined && list.length === 0;
  const gone = isEmpty ? [...cleared, ...rows.map(({ row }) => row)] : cleared;
  return (
    <div className={css.page} data-full={list.length > 0}>
      <header className={css.head}>
        <h1>{cartWords.title}</h1>
        {list.length > 0 ? <p>{cartWords.count(list.length)}</p> : null}
      </header>
      <div role="status">
        {gone.length > 0 ? (
          <UndoClearing gone={gone} isBusy={isBusy} onUndo={() => undo(gone)} />
        ) : null}
      </div>
      {error && !data ? <ErrorState error={error} onRetry={() => void refetch()} /> : null}
      {!data && !error ? <RowSkeletons count={3} height="7rem" /> : null}
      {rows.length > 0 && !isEmpty ? <CartList rows={rows} removal={removal} /> : null}
      {isEmpty ? <CartEmpty /> : null}
    </div>
  );
}

/** Undo for an emptied cart. The pressed button is gone, so the focus moves here. */
function UndoClearing({
  gone,
  isBusy,
  onUndo,
}: {
  gone: readonly CartRow[];
  isBusy: boolean;
  onUndo: () => void;
}) {
  const line = useRef<HTMLParagraphElement>(null);
  useEffect(() => line.current?.focus({ preventScroll: true }), []);
  return (
    <p ref={line} tabIndex={-1} className={css.gone}>
      {gone[1] || !gone[0]
        ? cartWords.cleared(gone.length)
        : cartWords.removed(gone[0].content.title)}
      <Button variant="subtle" loading={isBusy} onClick={onUndo}>
        {cartWords.undo}
      </Button>
    </p>
  );
}
