import { contentLink } from '@cme/commons/route-links';
import type { ClassRow } from '@cme/contract/study';
import { ErrorState, LinkTo, Skeleton } from '@cme/ui';
import { useQuery } from '@tanstack/react-query';
import {
  ClassNotices,
  ClassTeachers,
  Handouts,
} from '../../components/training-class/class-parts.tsx';
import { classQuery } from '../../components/training-class/class.queries.ts';
import { classWords } from '../../components/training-class/class.words.ts';
import { EnrolButton } from '../../components/training-class/enrol-button.tsx';
import { SeatsMeter } from '../../components/training-class/seats-meter.tsx';
import { Timetable } from '../../components/training-class/timetable.tsx';
import css from './class-plan.module.css';
import { trainingWords as words } from './training.words.ts';

/** A class in full: timetable, teachers, notices and files. */
export function ClassPlan({
  trainingClass,
  settled,
}: {
  trainingClass: ClassRow;
  settled: boolean;
}) {
  const { data, error, refetch } = useQuery(classQuery(trainingClass.class_id));
  const classId = trainingClass.class_id;
  return (
    <section aria-labelledby="plan" className={css.plan}>
      <header className={css.planHead}>
        <h2 id="plan">{words.of(trainingClass.period)}</h2>
        <LinkTo to={contentLink({ content_type: 'X', id: classId })}>{classWords.detail}</LinkTo>
      </header>
      <div className={css.planBody}>
        <section aria-labelledby="timetable">
          <h3 id="timetable">{classWords.timetable}</h3>
          {error ? <ErrorState error={error} onRetry={() => void refetch()} /> : null}
          {!data && !error ? <Skeleton height={280} /> : null}
          {data ? <Timetable lessons={data.timetable} /> : null}
        </section>
        <div className={css.planSide}>
          <section aria-labelledby="notices">
            <h3 id="notices">{classWords.notices}</h3>
            <ClassNotices classId={classId} />
          </section>
          <section aria-labelledby="handouts">
            <h3 id="handouts">{classWords.handouts}</h3>
            <Handouts classId={classId} />
          </section>
        </div>
      </div>
      <section aria-labelledby="teachers">
        <h3 id="teachers">{classWords.teachers}</h3>
        <ClassTeachers classId={classId} />
      </section>
      <div className={css.bar}>
        <div>
          <strong>{classWords.period(trainingClass.period)}</strong>
          <SeatsMeter trainingClass={trainingClass} />
        </div>
        <EnrolButton trainingClass={trainingClass} settled={settled} />
      </div>
    </section>
  );
}
