import { linkTo } from '@cme/commons/route-links';
import type { ExamCard } from '@cme/contract/study';
import { Button, LinkTo, momentInWords } from '@cme/ui';
import { momentWords } from '@cme/ui/dates';
import { Row, RowActions, RowMeta, RowTitle, StateBadge, type Tone } from '@cme/ui/row-list';
import { words } from '../../components/words.ts';
import css from './myexam.module.css';
import { ScoreBar } from './score-bar.tsx';

/** An exam of the learner: period, attempts, best score, and the next action. */
export function ExamRow({ exam }: { exam: ExamCard }) {
  const id = `exam-${exam.paper_id}-${exam.learning_id}`;
  return (
    <Row className={css.row} data-passed={exam.passed}>
      <div>
        <RowTitle id={id}>{exam.title}</RowTitle>
        <RowMeta>
          <StateBadge tone={tones[getState(exam)] ?? 'over'}>{formatState(exam)}</StateBadge>
          <span>{words.exam.course(exam.course_title)}</span>
        </RowMeta>
        <RowMeta>
          {words.exam.facts(
            exam.question_count,
            exam.duration_min,
            exam.pass_score,
            exam.total_score,
          )}
        </RowMeta>
        <RowMeta>
          <span>{words.exam.attempts(exam.attempts_used, exam.max_attempts)}</span>
          {exam.open_at && exam.close_at ? (
            <span>{`${words.exam.window} ${words.exam.open(exam.open_at.slice(0, 16), exam.close_at.slice(0, 16))}`}</span>
          ) : null}
        </RowMeta>
        <Note exam={exam} />
      </div>
      {exam.best_score === undefined ? null : (
        <ScoreBar best={exam.best_score} pass={exam.pass_score} total={exam.total_score} />
      )}
      <Actions exam={exam} describedBy={id} />
    </Row>
  );
}

function Note({ exam }: { exam: ExamCard }) {
  if (exam.exam_action === 'can_resume' && exam.deadline_ms > 0)
    return <p className={css.note}>{words.exam.until(momentWords(exam.deadline_ms))}</p>;
  if (exam.exam_action === 'cooling' && exam.cooling_until_ms > 0)
    return <p className={css.note}>{words.exam.cooling(momentInWords(exam.cooling_until_ms))}</p>;
  // After a pass, badge and bar say so.
  return exam.reason && exam.passed !== 'Y' ? <p className={css.note}>{exam.reason}</p> : null;
}

function Actions({ exam, describedBy }: { exam: ExamCard; describedBy: string }) {
  const { exam_action, course_id, score_id, survey_id, attempts_used } = exam;
  const startLabel =
    exam_action === 'can_start' && attempts_used > 0
      ? words.exam.again
      : words.exam.go[exam_action];
  const isFinished = score_id !== '' && exam_action !== 'can_resume';
  return (
    <RowActions className={css.actions}>
      {startLabel ? (
        <Button
          component={LinkTo}
          to={exam_action === 'locked' ? linkTo.play(course_id) : linkTo.examOnline(course_id)}
          aria-describedby={describedBy}
        >
          {startLabel}
        </Button>
      ) : null}
      {survey_id && exam.passed === 'Y' ? (
        <Button
          component={LinkTo}
          to={linkTo.survey(course_id, survey_id)}
          aria-describedby={describedBy}
        >
          {words.exam.survey}
        </Button>
      ) : null}
      {isFinished ? (
        <Button
          component={LinkTo}
          to={linkTo.analysis(score_id)}
          variant="default"
          aria-describedby={describedBy}
        >
          {words.exam.analysis}
        </Button>
      ) : null}
    </RowActions>
  );
}

const tones: Record<string, Tone> = {
  can_start: 'open',
  can_resume: 'open',
  cooling: 'waiting',
  passed: 'good',
  failed: 'bad',
};

const getState = (exam: ExamCard): string =>
  exam.passed === 'Y' ? 'passed' : exam.exam_action === 'exhausted' ? 'failed' : exam.exam_action;

/** An unknown state is shown as empty instead of its code. */
const formatState = (exam: ExamCard): string => words.exam.states[getState(exam)] ?? '';
