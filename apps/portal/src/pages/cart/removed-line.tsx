import { Button } from '@cme/ui';
import { useEffect, useId, useRef } from 'react';
import css from './cart.module.css';
import { cartWords } from './cart.words.ts';

interface Props {
  title: string;
  isBusy: boolean;
  onUndo: () => void;
}

/**
 * Lies over the removed row, whose space stays. The undo button stands where the row has no
 * control, so that a double click presses neither it nor what comes back.
 */
export function RemovedLine({ title, isBusy, onUndo }: Props) {
  const id = useId();
  const line = useRef<HTMLParagraphElement>(null);
  useEffect(() => line.current?.focus({ preventScroll: true }), []);
  return (
    <div className={css.gap}>
      <p id={id} ref={line} role="status" tabIndex={-1}>
        {cartWords.removed(title)}
      </p>
      <Button variant="subtle" aria-describedby={id} disabled={isBusy} onClick={onUndo}>
        {cartWords.undo}
      </Button>
    </div>
  );
}
