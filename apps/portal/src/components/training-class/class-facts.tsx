import type { ClassRow } from '@cme/contract';
import { dayWords, timeWords } from './class-dates.ts';
import css from './training-class.module.css';
import { classWords as words } from './class.words.ts';

interface Props {
  of: ClassRow & { scope?: string[]; traffic?: string };
}

/** Date, place and audience. */
export function ClassFacts({ of }: Props) {
  const facts = [
    [words.held, words.until(dayWords(of.start_at), dayWords(of.end_at, of.start_at))],
    [words.enrol, words.until(timeWords(of.enroll_from), timeWords(of.enroll_to))],
    [words.place, of.place],
    [words.traffic, of.traffic ?? ''],
    [words.scope, of.scope && (of.scope.join('；') || words.everybody)],
  ].filter(([, value]) => value);
  return (
    <dl className={css.facts}>
      {facts.map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}
