import type { ClassRow } from '@cme/contract';
import css from './training-class.module.css';
import { classWords as words } from './class.words.ts';

/** States in which seats matter: not after the class has started. */
const told: readonly string[] = ['announced', 'enrolling', 'waiting'];

/** Remaining seats as a meter with text. */
export function SeatsMeter({ of }: { of: ClassRow }) {
  if (!told.includes(of.class_status)) return null;
  const taken = of.seats - of.seats_left;
  const share = of.seats === 0 ? 100 : Math.round((taken / of.seats) * 100);
  const text = of.seats_left > 0 ? words.seatsLeft(of.seats_left, of.seats) : words.full(of.seats);
  return (
    <div className={css.seats} data-state={levelOf(of.seats_left, share)}>
      <span className={css.seatsBar} aria-hidden="true">
        <span style={{ width: `${share}%` }} />
      </span>
      <span className={css.seatsText}>
        <span className="hidden">{words.seats} </span>
        {text}
        {of.waiting > 0 ? ` · ${words.waiting(of.waiting)}` : ''}
      </span>
    </div>
  );
}

function levelOf(left: number, share: number): 'free' | 'few' | 'full' {
  if (left === 0) return 'full';
  return share >= 85 ? 'few' : 'free';
}
