import { linkTo } from '@cme/commons/route-links';
import type { DataOf, playerCourse } from '@cme/contract';
import { Icon, LinkTo } from '@cme/ui';
import { words } from '../../words.ts';
import { whenWords } from './onward.ts';
import css from './way.module.css';

type Course = DataOf<typeof playerCourse>;

/** The whole way of a course, with what is done of it and the step that comes now. */
export function Way({ course }: { course: Course }) {
  return (
    <ol className={css.way} aria-label={words.way}>
      {course.way.map(({ step, state }) => (
        <li
          key={step}
          className={css.step}
          data-state={state}
          aria-current={state === 'now' ? 'step' : undefined}
        >
          <span className={css.mark} aria-hidden="true">
            {state === 'done' ? <Icon name="check" size={24} /> : null}
          </span>
          <span className={css.name}>
            <Name course={course} step={step} state={state} />
          </span>
          <span className={css.hint}>{hintOf(course, step, state)}</span>
        </li>
      ))}
    </ol>
  );
}

function Name({ course, step, state }: { course: Course; step: string; state: string }) {
  const name = words.steps[step] ?? '';
  const to = state === 'later' ? undefined : placeOf(course, step);
  return to ? <LinkTo to={to}>{name}</LinkTo> : name;
}

function placeOf({ course_id, survey_id }: Course, step: string): string | undefined {
  if (step === 'exam') return linkTo.examOnline(course_id);
  if (step === 'survey') return survey_id ? linkTo.survey(course_id, survey_id) : undefined;
  return step === 'certificate' ? linkTo.mycertificate() : undefined;
}

function hintOf(course: Course, step: string, state: string): string {
  if (state === 'now' && step === 'study') return `${course.progress}%`;
  if (state === 'now' && step === 'exam' && course.exam_from_ms > 0) return whenWords(course);
  return words.stepStates[state] ?? '';
}
