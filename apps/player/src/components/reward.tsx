import { CreditRing } from '@cme/ui';
import { learnSummaryQuery } from '@cme/shell';
import { useQuery } from '@tanstack/react-query';
import { type CSSProperties, useEffect } from 'react';
import { words } from './words.ts';
import { courseQuery } from './course.queries.ts';
import css from './reward.module.css';

const pollEvery = 2000;
/** A completion may be recorded some seconds after the pass; after that polling stops. */
const maxPolls = 8;
const circumference = 2 * Math.PI * 52;

/**
 * The reward for a completed course: the year's rings grow by it, with a total instead of a ring
 * if the year has no requirement. `at` is the time of the last step. Renders nothing if the
 * course is incomplete or was completed in a year other than the current one.
 */
export function Reward({ courseId, at }: { courseId: string; at: string }) {
  const { data: course } = useQuery({
    ...courseQuery(courseId),
    refetchInterval: ({ state }) =>
      state.data && state.data.learn_status !== 'completed' && state.dataUpdateCount < maxPolls
        ? pollEvery
        : false,
  });
  const isDone = course?.learn_status === 'completed' && (course.hours > 0 || course.credits > 0);
  const { data: year, refetch } = useQuery({ ...learnSummaryQuery(), enabled: isDone });
  useEffect(() => {
    if (isDone) void refetch();
  }, [isDone, refetch]);
  if (!isDone || !year || String(year.year) !== at.slice(0, 4)) return null;
  const parts = (
    [
      { kind: 'credits', gain: course.credits, got: year.got_credits, need: year.need_credits },
      { kind: 'hours', gain: course.hours, got: year.got_hours, need: year.need_hours },
    ] as const
  ).filter(({ gain }) => gain > 0);
  return (
    <section className={css.reward} aria-label={words.reward}>
      {parts.map(({ kind, gain, got, need }) => (
        <div
          key={kind}
          className={css.part}
          data-tone={kind}
          style={
            {
              '--before': `${(circumference * toRatio(got - gain, need)).toFixed(1)}`,
            } as CSSProperties
          }
        >
          <p className={css.gain}>{words.gained(gain, words[kind])}</p>
          {need > 0 ? (
            <CreditRing
              kind={kind}
              label={words.yearOf(year.year, words[kind])}
              got={got}
              need={need}
            />
          ) : (
            <p className={css.total}>
              <strong>{got}</strong>
              {words.yearOf(year.year, words[kind])}
            </p>
          )}
        </div>
      ))}
    </section>
  );
}

const toRatio = (got: number, need: number) =>
  need > 0 ? Math.min(1, Math.max(0, got / need)) : 0;
