import { clockWords, Icon } from '@cme/ui';
import type { Clock } from '../clock/clock.ts';
import { words } from '../frame/exam.words.ts';
import css from './paper.module.css';
import type { SheetState } from '../sheet/sheet.reducer.ts';
import { useSecondsLeft } from '../clock/use-seconds-left.ts';

interface Props {
  clock: Clock;
  state: SheetState;
  onTick: (left: number, before: number) => void;
}

const isSoon = 5 * 60;

/** Timer and save status, always in the same place. */
export function ExamStatus({ clock, state, onTick }: Props) {
  const secondsLeft = useSecondsLeft(clock, state.deadline, onTick);
  return (
    <div className={css.status}>
      <p className={css.clock} data-soon={secondsLeft <= isSoon}>
        <span id="time-left">{words.left}</span>
        <strong role="timer" translate="no" aria-labelledby="time-left">
          {clockWords(secondsLeft)}
        </strong>
      </p>
      <p className={css.save} data-state={state.saveStatus}>
        {state.saveStatus === 'offline' ? <Icon name="offline" size={16} /> : null}
        {state.saveStatus === 'saved' ? <Icon name="check" size={16} /> : null}
        {getSaveText(state)}
      </p>
    </div>
  );
}

function getSaveText({ saveStatus, savedAt }: SheetState): string {
  if (saveStatus === 'offline') return words.offline;
  if (saveStatus === 'saving') return words.saving;
  return savedAt ? words.saved(savedAt) : words.autosave;
}
