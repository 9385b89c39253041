import { linkTo } from '@cme/commons/route-links';
import type { DataOf } from '@cme/contract/base';
import type { examIntro } from '@cme/contract/study';
import { Button, durationWords, LinkTo, momentInWords, RowSkeletons } from '@cme/ui';
import { refresh } from '@cme/shell';
import { useNavigate } from '@cme/ui/router';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { PageUnavailable } from '../../components/page-unavailable.tsx';
import { UnlessSuspended } from '../../components/suspended.tsx';
import { type Clock, parseTime } from './clock/clock.ts';
import { Cooling } from './cooling.tsx';
import { ExamHead } from './frame/exam-head.tsx';
import css from './frame/exam.module.css';
import { introQuery } from './attempt/exam.queries.ts';
import { words } from './frame/exam.words.ts';
import introCss from './intro.module.css';
import { startAttempt } from './attempt/use-attempt.ts';
import { useSecondsLeft } from './clock/use-seconds-left.ts';

type Card = DataOf<typeof examIntro>;

/** 考试须知: requirements, duration, attempts, and the current action. */
export function Intro({ courseId }: { courseId: string }) {
  const { data, error, refetch } = useQuery(introQuery(courseId));
  return (
    <>
      <ExamHead courseId={courseId} />
      <main id="main" className={css.page}>
        {error && !data ? (
          <PageUnavailable error={error} retry={() => void refetch()} courseId={courseId} />
        ) : null}
        {!data && !error ? (
          <>
            <h1 className={css.heading}>{words.intro}</h1>
            <RowSkeletons count={6} />
          </>
        ) : null}
        {data ? (
          <Notice card={data.card} clock={data.clock} refetch={() => void refetch()} />
        ) : null}
      </main>
    </>
  );
}

function Notice({ card, clock, refetch }: { card: Card; clock: Clock; refetch: () => void }) {
  const { facts } = words;
  const attemptsLeft = Math.max(0, card.max_attempts - card.attempts_used);
  return (
    <>
      <h1 className={css.heading}>{words.intro}</h1>
      <p className={css.paper}>{card.title}</p>
      <dl className={css.facts}>
        <Fact name={facts.count} text={words.questions(card.question_count)} />
        <Fact name={facts.duration} text={words.minutes(card.duration_min)} />
        <Fact name={facts.pass} text={words.passOf(card.pass_score, card.total_score)} />
        <Fact name={facts.left} text={words.timesLeft(attemptsLeft, card.max_attempts)} />
        {card.open_at || card.close_at ? (
          <Fact
            name={facts.open}
            text={words.openSpan(card.open_at.slice(0, 16), card.close_at.slice(0, 16))}
          />
        ) : null}
        {card.best_score === undefined ? null : (
          <Fact name={facts.best} text={words.points(card.best_score)} />
        )}
      </dl>
      <Action card={card} clock={clock} refetch={refetch} />
      <section className={introCss.block}>
        <h2>{words.rules}</h2>
        <ol className={introCss.rules}>
          {card.rules.map((rule) => (
            <li key={rule}>{rule}</li>
          ))}
        </ol>
      </section>
      {card.by_type.length > 0 ? (
        <section className={introCss.block}>
          <h2 id="composition">{words.composition}</h2>
          <table className={introCss.table} aria-labelledby="composition">
            <thead>
              <tr>
                {Object.values(words.columns).map((name) => (
                  <th key={name} scope="col">
                    {name}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {card.by_type.map(({ type, name, count, score }) => (
                <tr key={type}>
                  <th scope="row">{name}</th>
                  <td>{words.questions(count)}</td>
                  <td>{words.points(score)}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </section>
      ) : null}
    </>
  );
}

function Fact({ name, text }: { name: string; text: string }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{text}</dd>
    </div>
  );
}

function Action({ card, clock, refetch }: { card: Card; clock: Clock; refetch: () => void }) {
  switch (card.exam_action) {
    case 'can_start':
      return <Begin card={card} />;
    case 'can_resume':
      return <Resume card={card} clock={clock} refetch={refetch} />;
    case 'not_open':
      return <NotOpen card={card} clock={clock} refetch={refetch} />;
    case 'cooling':
      return <Cooling until={card.cooling_until_ms} clock={clock} refetch={refetch} />;
    case 'closed':
      return (
        <UnlessSuspended courseId={card.course_id}>
          <Closed card={card} />
        </UnlessSuspended>
      );
    default:
      return <Closed card={card} />;
  }
}

function Begin({ card }: { card: Card }) {
  const client = useQueryClient();
  const navigate = useNavigate();
  const [isStarting, setStarting] = useState(false);
  const [failure, setFailure] = useState('');
  const start = async () => {
    setStarting(true);
    setFailure('');
    try {
      navigate({ search: `?score_id=${await startAttempt(client, card)}` }, { replace: true });
    } catch (error) {
      setFailure(error instanceof Error ? error.message : '');
      setStarting(false);
      // The refetched data contain the reason (cooldown, no attempts left, missing study).
      void refresh(client, introQuery(card.course_id));
    }
  };
  return (
    <div className={css.action}>
      <Button size="lg" loading={isStarting} onClick={() => void start()}>
        {words.begin}
      </Button>
      {failure ? (
        <p role="alert" className={css.refused}>
          {failure}
        </p>
      ) : null}
    </div>
  );
}

function Resume({ card, clock, refetch }: { card: Card; clock: Clock; refetch: () => void }) {
  const navigate = useNavigate();
  const secondsLeft = useSecondsLeft(
    clock,
    card.deadline_ms,
    (seconds) => seconds === 0 && refetch(),
  );
  return (
    <div className={css.action} data-tone="due">
      <p className={introCss.actionTitle}>{words.underWay}</p>
      <p>
        {`${words.endsAt} `}
        <strong className={css.figure}>{durationWords(secondsLeft)}</strong>
        {`。${words.underWayHint}`}
      </p>
      <Button
        size="lg"
        onClick={() => navigate({ search: `?score_id=${card.score_id}` }, { replace: true })}
      >
        {words.resume}
      </Button>
    </div>
  );
}

/** An exam that opens later: its button says when, and becomes the start button by itself. */
function NotOpen({ card, clock, refetch }: { card: Card; clock: Clock; refetch: () => void }) {
  const opensAt = parseTime(card.open_at);
  useSecondsLeft(clock, opensAt, (seconds) => seconds === 0 && refetch());
  return (
    <div className={css.action}>
      <Button size="lg" disabled>
        {words.openFrom(momentInWords(opensAt))}
      </Button>
      <p className={css.faint}>{words.opensByItself}</p>
    </div>
  );
}

/** No attempt is possible any more: what is left are the course and the results. */
const isOver = ({ exam_action }: Card) =>
  exam_action === 'closed' || exam_action === 'exhausted' || exam_action === 'reviewing';

/** Nothing can be started: the reason, and a link onward. */
function Closed({ card }: { card: Card }) {
  const isPassed = card.exam_action === 'passed';
  const reason =
    card.reason ||
    (isPassed ? words.passed : card.exam_action === 'exhausted' ? words.exhausted : '');
  return (
    <div className={css.action} data-tone={isPassed ? 'reached' : 'due'}>
      <p className={introCss.actionTitle}>{reason}</p>
      {card.missing.length > 0 ? (
        <>
          <p>{words.missing}</p>
          <ul className={introCss.missing}>
            {card.missing.map((line) => (
              <li key={line}>{line}</li>
            ))}
          </ul>
        </>
      ) : null}
      <div className={css.buttons}>
        {card.exam_action === 'locked' ? (
          <Button size="lg" component={LinkTo} to={linkTo.play(card.course_id)}>
            {words.toStudy}
          </Button>
        ) : null}
        {isPassed && card.survey_id ? (
          <Button size="lg" component={LinkTo} to={linkTo.survey(card.course_id, card.survey_id)}>
            {words.survey}
          </Button>
        ) : null}
        {isPassed && !card.survey_id ? (
          <Button size="lg" component={LinkTo} to={linkTo.mycertificate()}>
            {words.certificate}
          </Button>
        ) : null}
        {isOver(card) ? (
          <>
            <Button size="lg" component={LinkTo} to={linkTo.play(card.course_id)}>
              {words.back}
            </Button>
            <Button size="lg" variant="default" component={LinkTo} to={linkTo.myexam()}>
              {words.toMyExams}
            </Button>
          </>
        ) : null}
        {card.score_id && card.exam_action !== 'reviewing' ? (
          <Button
            size="lg"
            variant="default"
            component={LinkTo}
            to={linkTo.analysis(card.score_id)}
          >
            {words.analysis}
          </Button>
        ) : null}
      </div>
    </div>
  );
}
