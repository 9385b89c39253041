import { linkTo } from '@cme/commons/route-links';
import type { DataOf } from '@cme/contract/base';
import type { playerCourse } from '@cme/contract/study';
import { Icon, LinkTo } from '@cme/ui';
import { words } from '../../components/words.ts';
import css from './course-steps.module.css';
import { formatExamStart } from './next-step.ts';

type Course = DataOf<typeof playerCourse>;

/** The steps of a course (study, exam, survey, certificate): what is done and what is next. */
export function CourseSteps({ course }: { course: Course }) {
  return (
    <ol className={css.steps} aria-label={words.courseSteps}>
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
            <StepName course={course} step={step} state={state} />
          </span>
          <span className={css.hint}>{getHint(course, step, state)}</span>
        </li>
      ))}
    </ol>
  );
}

function StepName({ course, step, state }: { course: Course; step: string; state: string }) {
  const name = words.steps[step] ?? '';
  const to = state === 'later' ? undefined : getLink(course, step);
  return to ? <LinkTo to={to}>{name}</LinkTo> : name;
}

function getLink({ course_id, survey_id }: Course, step: string): string | undefined {
  if (step === 'exam') return linkTo.examOnline(course_id);
  if (step === 'survey') return survey_id ? linkTo.survey(course_id, survey_id) : undefined;
  return step === 'certificate' ? linkTo.mycertificate() : undefined;
}

function getHint(course: Course, step: string, state: string): string {
  if (state === 'now' && step === 'study') return `${course.progress}%`;
  if (state === 'now' && step === 'exam' && course.exam_from_ms > 0) return formatExamStart(course);
  if (state !== 'now') return words.stepStates[state] ?? '';
  return (step === 'exam' && words.examStates[course.exam_action]) || (words.stepNow[step] ?? '');
}
