import { clockWords } from '@cme/ui';
import { useEffect, useState } from 'react';
import css from './cashier.module.css';
import { paymentWords as words } from './payment.words.ts';

interface Props {
  /** Deadline by this device's clock. */
  end: number;
  /** Must be a stable function; called once at the end. */
  onEnd: () => unknown;
}

const announced = [10, 5, 1];

/** Time left by the server's clock. Announced to screen readers only when it gets short. */
export function Countdown({ end, onEnd }: Props) {
  const [now, setNow] = useState(Date.now);
  const left = Math.max(0, Math.ceil((end - now) / 1000));
  const isOver = left === 0;
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 500);
    return () => clearInterval(timer);
  }, []);
  useEffect(() => {
    if (isOver) onEnd();
  }, [isOver, onEnd]);
  const short = announced.findLast((minutes) => left <= minutes * 60);
  return (
    <p className={css.left} data-short={left <= 300}>
      <span>{words.left}</span>
      <span role="timer" aria-label={words.left} className={css.clock}>
        {clockWords(left)}
      </span>
      <span role="status" className="hidden">
        {isOver ? words.over : short ? words.soon(short) : ''}
      </span>
    </p>
  );
}
