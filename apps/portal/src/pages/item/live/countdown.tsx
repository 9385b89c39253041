import { durationWords } from '@cme/ui';
import { useEffect, useState } from 'react';
import css from './live.module.css';
import { liveWords } from './live.words.ts';

interface Props {
  /** A moment in milliseconds by the server's clock. */
  end: number;
  /** Offset of the server's clock from this device's. */
  clockOffset: number;
  /** Must be a stable function; called once when the countdown ends. */
  onEnd: () => unknown;
}

/** Counts down to the start by the server's clock. */
export function LiveCountdown({ end, clockOffset, onEnd }: Props) {
  const [now, setNow] = useState(Date.now);
  const secondsLeft = Math.max(0, Math.ceil((end - now - clockOffset) / 1000));
  const isOver = secondsLeft === 0;
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 500);
    return () => clearInterval(timer);
  }, []);
  useEffect(() => {
    if (isOver) onEnd();
  }, [isOver, onEnd]);
  return (
    <p className={css.countdown}>
      <span>{liveWords.until}</span>
      <strong role="timer" aria-label={liveWords.until}>
        {durationWords(secondsLeft)}
      </strong>
    </p>
  );
}
