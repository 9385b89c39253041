import { Button } from '@cme/ui';
import { useEffect, useRef } from 'react';
import css from './removed-row.module.css';

interface Props {
  text: string;
  undo: string;
  isPending: boolean;
  /** Of the removed row, in pixels: nothing below it moves. */
  height: number;
  onUndo: () => void;
}

/**
 * Replaces a removed row with an undo button. The pressed button is gone, so its text is focused:
 * another Enter does not undo at once.
 */
export function RemovedRow({ text, undo, isPending, height, onUndo }: Props) {
  const line = useRef<HTMLElement>(null);
  useEffect(() => line.current?.focus({ preventScroll: true }), []);
  return (
    <li className={css.row} style={{ minHeight: height }}>
      <span ref={line} role="status" tabIndex={-1}>
        {text}
      </span>
      <Button variant="default" loading={isPending} onClick={onUndo}>
        {undo}
      </Button>
    </li>
  );
}

/** The height of a list's row, read before the row is replaced. */
export const rowHeight = (list: HTMLElement | null, index: number): number =>
  (list?.children[index] as HTMLElement | undefined)?.offsetHeight ?? 0;
