import { Button, durationWords, momentInWords } from '@cme/ui';
import type { Clock } from './clock/clock.ts';
import css from './frame/exam.module.css';
import { words } from './frame/exam.words.ts';
import { useSecondsLeft } from './clock/use-seconds-left.ts';

interface Props {
  until: number;
  clock: Clock;
  refetch: () => void;
}

/** Cooldown between two attempts; its button says when it ends. */
export function Cooling({ until, clock, refetch }: Props) {
  const secondsLeft = useSecondsLeft(clock, until, (seconds) => seconds === 0 && refetch());
  return (
    <div className={css.action}>
      <Button size="lg" disabled>
        {words.againFrom(momentInWords(until))}
      </Button>
      <p className={css.faint}>
        {`${words.coolingFor} `}
        <strong role="timer" className={css.figure}>
          {durationWords(secondsLeft)}
        </strong>
      </p>
    </div>
  );
}
