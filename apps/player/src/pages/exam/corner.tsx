import { clockWords, Icon } from '@cme/ui';
import type { Clock } from './clock.ts';
import css from './exam.module.css';
import { words } from './exam.words.ts';
import type { SheetState } from './sheet.ts';
import { useLeft } from './use-left.ts';

interface Props {
  clock: Clock;
  state: SheetState;
  passes: (left: number, before: number) => void;
}

const isSoon = 5 * 60;

/** The clock and what became of the last answer: always in this place. */
export function Corner({ clock, state, passes }: Props) {
  const left = useLeft(clock, state.deadline, passes);
  return (
    <div className={css.corner}>
      <p className={css.clock} data-soon={left <= isSoon}>
        <span id="time-left">{words.left}</span>
        <strong role="timer" aria-labelledby="time-left">
          {clockWords(left)}
        </strong>
      </p>
      <p className={css.save} data-state={state.save}>
        {state.save === 'away' ? <Icon name="offline" size={16} /> : null}
        {state.save === 'saved' ? <Icon name="check" size={16} /> : null}
        {saveWords(state)}
      </p>
    </div>
  );
}

function saveWords({ save, savedAt }: SheetState): string {
  if (save === 'away') return words.away;
  if (save === 'saving') return words.saving;
  return savedAt ? words.saved(savedAt) : words.autosave;
}
