import { durationWords } from '@cme/ui';
import { useEffect, useState } from 'react';
import css from './live.module.css';
import { liveWords } from './live.words.ts';

interface Props {
  /** Moment in ms by the server's clock. */
  end: number;
  /** What to add to this machine's clock to have the server's. */
  ahead: number;
  /** Keeps its identity; called once when the time has come. */
  onEnd: () => unknown;
}

/** Time until the beginning, by the server's clock. */
export function LiveCountdown({ end, ahead, onEnd }: Props) {
  const [now, setNow] = useState(Date.now);
  const left = Math.max(0, Math.ceil((end - now - ahead) / 1000));
  const isOver = left === 0;
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
        {durationWords(left)}
      </strong>
    </p>
  );
}
