import type { ClassRow } from '@cme/contract/study';
import { Badge } from '@cme/ui';
import { Link } from '@cme/ui/router';
import { ClassFacts } from '../../components/training-class/class-facts.tsx';
import { EnrolButton } from '../../components/training-class/enrol-button.tsx';
import { SeatsMeter } from '../../components/training-class/seats-meter.tsx';
import { classWords } from '../../components/training-class/class.words.ts';
import css from './training.module.css';
import { trainingWords as words } from './training.words.ts';

interface Props {
  list: readonly ClassRow[];
  chosen: ClassRow | undefined;
  settled: boolean;
}

/** The classes of a training; those open for enrolment first. */
export function SessionList({ list, chosen, settled }: Props) {
  return (
    <section id="sessions" aria-labelledby="sessions-title" className={css.block}>
      <h2 id="sessions-title">{words.sessions}</h2>
      {list.length === 0 ? <p className={css.none}>{words.noClasses}</p> : null}
      <ol className={css.sessions}>
        {list.map((item) => (
          <li key={item.class_id}>
            <Session trainingClass={item} isChosen={item === chosen} settled={settled} />
          </li>
        ))}
      </ol>
    </section>
  );
}

function Session({
  trainingClass,
  isChosen,
  settled,
}: {
  trainingClass: ClassRow;
  isChosen: boolean;
  settled: boolean;
}) {
  return (
    <article
      className={css.session}
      data-chosen={isChosen}
      data-state={trainingClass.class_status}
      aria-label={classWords.period(trainingClass.period)}
    >
      <header>
        <h3>{classWords.period(trainingClass.period)}</h3>
        <Badge variant="light" className={css.status} data-state={trainingClass.class_status}>
          {trainingClass.class_status_name}
        </Badge>
      </header>
      <ClassFacts trainingClass={trainingClass} />
      <SeatsMeter trainingClass={trainingClass} />
      <footer>
        <EnrolButton trainingClass={trainingClass} settled={settled} />
        {isChosen ? (
          <span className={css.chosen}>{words.chosen}</span>
        ) : (
          <Link
            className={css.choose}
            to={`?period=${trainingClass.period}`}
            replace
            preventScrollReset
          >
            {words.choose(trainingClass.period)}
          </Link>
        )}
      </footer>
    </article>
  );
}
