import type { ClassRow } from '@cme/contract';
import css from './training-class.module.css';
import { classWords as words } from './class.words.ts';

interface Props {
  of: ClassRow & { scope?: string[]; traffic?: string };
}

/** When, where and for whom. */
export function ClassFacts({ of }: Props) {
  const facts = [
    [words.held, words.until(of.start_at.slice(0, 10), of.end_at.slice(0, 10))],
    [words.enrol, words.until(of.enroll_from.slice(0, 16), of.enroll_to.slice(0, 16))],
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
