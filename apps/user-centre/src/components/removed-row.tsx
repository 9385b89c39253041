import { Button } from '@cme/ui';
import { useEffect, useRef } from 'react';
import css from './removed-row.module.css';

interface Props {
  text: string;
  undo: string;
  isPending: boolean;
  onUndo: () => void;
}

/**
 * Replaces a removed row with an undo button, which is focused because the pressed button is
 * gone.
 */
export function RemovedRow({ text, undo, isPending, onUndo }: Props) {
  const button = useRef<HTMLButtonElement>(null);
  useEffect(() => button.current?.focus({ preventScroll: true }), []);
  return (
    <li className={css.row}>
      <span role="status">{text}</span>
      <Button ref={button} variant="default" loading={isPending} onClick={onUndo}>
        {undo}
      </Button>
    </li>
  );
}
