import {
  Button,
  EmptyState,
  ErrorState,
  PageTitle,
  RowSkeletons,
  useSession,
  useSignIn,
} from '@cme/ui';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { CartEmpty } from './cart-empty.tsx';
import { CartList } from './cart-list.tsx';
import css from './cart.module.css';
import { cartQuery } from './cart.queries.ts';
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
  const { removed, remove, undo, isBusy } = useRemoval();
  return (
    <div className={css.page} data-full={data && data.list.length > 0}>
      <header className={css.head}>
        <h1>{cartWords.title}</h1>
        {data && data.list.length > 0 ? <p>{cartWords.count(data.list.length)}</p> : null}
      </header>
      <div role="status">
        {removed.length > 0 ? (
          <UndoRemoval
            key={removed[0]?.cart_id}
            count={removed.length}
            isBusy={isBusy}
            onUndo={() => undo()}
          />
        ) : null}
      </div>
      {error && !data ? <ErrorState error={error} onRetry={() => void refetch()} /> : null}
      {!data && !error ? <RowSkeletons count={3} height="7rem" /> : null}
      {data?.list.length === 0 ? <CartEmpty /> : null}
      {data && data.list.length > 0 ? (
        <CartList list={data.list} isBusy={isBusy} onRemove={remove} />
      ) : null}
    </div>
  );
}

/** Undo for removed items. The pressed button is gone with its row, so the focus moves here. */
function UndoRemoval({
  count,
  isBusy,
  onUndo,
}: {
  count: number;
  isBusy: boolean;
  onUndo: () => void;
}) {
  const button = useRef<HTMLButtonElement>(null);
  useEffect(() => button.current?.focus({ preventScroll: true }), []);
  return (
    <p className={css.gone}>
      {cartWords.removed(count)}
      <Button ref={button} variant="subtle" loading={isBusy} onClick={onUndo}>
        {cartWords.undo}
      </Button>
    </p>
  );
}
