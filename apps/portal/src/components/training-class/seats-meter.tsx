import type { ClassRow } from '@cme/contract/study';
import css from './training-class.module.css';
import { classWords as words } from './class.words.ts';

/** States in which seats matter: not after the class has started. */
const statesWithSeats: readonly string[] = ['announced', 'enrolling', 'waiting'];

/** Remaining seats as a meter with text. */
export function SeatsMeter({ trainingClass }: { trainingClass: ClassRow }) {
  if (!statesWithSeats.includes(trainingClass.class_status)) return null;
  const takenSeats = trainingClass.seats - trainingClass.seats_left;
  const share =
    trainingClass.seats === 0 ? 100 : Math.round((takenSeats / trainingClass.seats) * 100);
  const text =
    trainingClass.seats_left > 0
      ? words.seatsLeft(trainingClass.seats_left, trainingClass.seats)
      : words.full(trainingClass.seats);
  return (
    <div className={css.seats} data-state={getLevel(trainingClass.seats_left, share)}>
      <span className={css.seatsBar} aria-hidden="true">
        <span style={{ width: `${share}%` }} />
      </span>
      <span className={css.seatsText}>
        <span className="hidden">{words.seats} </span>
        {text}
        {trainingClass.waiting > 0 ? ` · ${words.waiting(trainingClass.waiting)}` : ''}
      </span>
    </div>
  );
}

function getLevel(left: number, share: number): 'free' | 'few' | 'full' {
  if (left === 0) return 'full';
  return share >= 85 ? 'few' : 'free';
}
