import { linkTo } from '@cme/commons/route-links';
import type { DataOf } from '@cme/contract/base';
import type { examResult } from '@cme/contract/study';
import { Button, durationWords, ErrorState, Icon, LinkTo, RowSkeletons } from '@cme/ui';
import { useQuery } from '@tanstack/react-query';
import { Reward } from '../../components/reward.tsx';
import { takeFocus } from '@cme/ui/take-focus';
import type { Clock } from './clock/clock.ts';
import { Cooling } from './cooling.tsx';
import { ExamHead } from './frame/exam-head.tsx';
import css from './frame/exam.module.css';
import { resultQuery } from './attempt/exam.queries.ts';
import { words } from './frame/exam.words.ts';
import resultCss from './result.module.css';

type Outcome = DataOf<typeof examResult>;

/** 考试成绩: the verdict and the next step. */
export function Result({ scoreId, courseId }: { scoreId: string; courseId: string }) {
  const { data, error, refetch } = useQuery(resultQuery(scoreId));
  return (
    <>
      <ExamHead courseId={courseId} />
      <main id="main" className={css.page}>
        {error && !data ? <ErrorState isPage error={error} onRetry={() => void refetch()} /> : null}
        {!data && !error ? <RowSkeletons count={4} /> : null}
        {data ? (
          <Verdict result={data.result} clock={data.clock} refetch={() => void refetch()} />
        ) : null}
      </main>
    </>
  );
}

function Verdict({
  result,
  clock,
  refetch,
}: {
  result: Outcome;
  clock: Clock;
  refetch: () => void;
}) {
  const isReviewing = result.attempt_status === 'reviewing';
  const isPassed = result.result === 'passed';
  const attemptsLeft = Math.max(0, result.max_attempts - result.attempt_no);
  return (
    <>
      <h1 ref={takeFocus} tabIndex={-1} className={css.heading}>
        {words.result}
      </h1>
      <p className={css.paper}>{result.title}</p>
      <section
        className={resultCss.verdict}
        data-result={isReviewing ? 'reviewing' : result.result}
        role="status"
      >
        {isReviewing ? null : (
          <p className={resultCss.score}>
            <strong>{result.score}</strong>
            <span>分</span>
          </p>
        )}
        <p className={resultCss.verdictWord}>
          {result.result === 'passed' ? <Icon name="check" size={24} /> : null}
          {isReviewing ? words.reviewing : (words.verdict[result.result] ?? '')}
        </p>
        <p className={css.faint}>
          {isReviewing
            ? words.reviewingHint
            : `${words.scoreOf(result.total_score)} · ${words.passLine(result.pass_score)}`}
        </p>
      </section>
      {words.submitTypes[result.submit_type] ? (
        <p className={resultCss.submitNote}>{words.submitTypes[result.submit_type]}</p>
      ) : null}
      <Next result={result} clock={clock} refetch={refetch} />
      {/* It arrives later, so it must not move the buttons. */}
      {isPassed && !result.survey_id ? (
        <Reward courseId={result.course_id} at={result.submitted_at} />
      ) : null}
      <dl className={css.facts}>
        <div>
          <dt>{words.used}</dt>
          <dd>{durationWords(result.used_seconds)}</dd>
        </div>
        <div>
          <dt>{words.submittedAt}</dt>
          <dd>{result.submitted_at.slice(0, 16)}</dd>
        </div>
        {isPassed ? null : (
          <div>
            <dt>{words.attemptsLeft}</dt>
            <dd>{words.timesLeft(attemptsLeft, result.max_attempts)}</dd>
          </div>
        )}
      </dl>
    </>
  );
}

function Next({ result, clock, refetch }: { result: Outcome; clock: Clock; refetch: () => void }) {
  const { exam_action, survey_id, course_id, score_id } = result;
  const isPassed = result.result === 'passed';
  const hint = isPassed
    ? survey_id
      ? words.nextSurvey
      : words.nextCertificate
    : exam_action === 'exhausted'
      ? words.noMore
      : '';
  return (
    <div className={css.next}>
      {hint ? <p className={resultCss.hint}>{hint}</p> : null}
      {exam_action === 'cooling' ? (
        <Cooling until={result.cooling_until_ms} clock={clock} refetch={refetch} />
      ) : null}
      <div className={css.buttons}>
        {isPassed && survey_id ? (
          <Button size="lg" component={LinkTo} to={linkTo.survey(course_id, survey_id)}>
            {words.survey}
          </Button>
        ) : null}
        {isPassed && !survey_id ? (
          <Button size="lg" component={LinkTo} to={linkTo.mycertificate()}>
            {words.certificate}
          </Button>
        ) : null}
        {exam_action === 'can_start' && !isPassed ? (
          <Button size="lg" component={LinkTo} to={linkTo.examOnline(course_id)}>
            {words.again}
          </Button>
        ) : null}
        {result.attempt_status === 'reviewing' ? null : (
          <Button size="lg" variant="default" component={LinkTo} to={linkTo.analysis(score_id)}>
            {words.analysis}
          </Button>
        )}
      </div>
      {result.can_analyse === 'N' && result.analysis_note ? (
        <p className={css.faint}>{result.analysis_note}</p>
      ) : null}
    </div>
  );
}
