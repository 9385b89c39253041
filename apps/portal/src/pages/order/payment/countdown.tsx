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
  const secondsLeft = Math.max(0, Math.ceil((end - now) / 1000));
  const isOver = secondsLeft === 0;
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 500);
    return () => clearInterval(timer);
  }, []);
  useEffect(() => {
    if (isOver) onEnd();
  }, [isOver, onEnd]);
  const announcedMinutes = announced.findLast((minutes) => secondsLeft <= minutes * 60);
  return (
    <p className={css.left} data-short={secondsLeft <= 300}>
      <span>{words.left}</span>
      <span role="timer" aria-label={words.left} className={css.clock}>
        {clockWords(secondsLeft)}
      </span>
      <span role="status" className="hidden">
        {isOver ? words.over : announcedMinutes ? words.soon(announcedMinutes) : ''}
      </span>
    </p>
  );
}
