import type { ClassRow } from '@cme/contract/study';
import { momentInWords } from '@cme/ui';
import { formatDay } from './class-dates.ts';
import css from './training-class.module.css';
import { classWords as words } from './class.words.ts';

interface Props {
  trainingClass: ClassRow & { scope?: string[]; traffic?: string };
}

/** Date, place and audience. */
export function ClassFacts({ trainingClass }: Props) {
  const rows = [
    [
      words.held,
      words.until(
        formatDay(trainingClass.start_at),
        formatDay(trainingClass.end_at, trainingClass.start_at),
      ),
    ],
    [
      words.enrol,
      words.until(momentInWords(trainingClass.enroll_from), momentInWords(trainingClass.enroll_to)),
    ],
    [words.place, trainingClass.place],
    [words.traffic, trainingClass.traffic ?? ''],
    [words.scope, trainingClass.scope && (trainingClass.scope.join('；') || words.everybody)],
  ].filter(([, value]) => value);
  return (
    <dl className={css.facts}>
      {rows.map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}
