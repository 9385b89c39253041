import { linkTo, playerLink } from '@cme/commons/route-links';
import type { LearnRow } from '@cme/contract/study';
import { Button, lazyPart, LinkTo, momentInWords, Progress, saleWords } from '@cme/ui';
import { dayWords } from '@cme/ui/dates';
import { Row, RowActions, RowMeta, RowTitle, StateBadge, type Tone } from '@cme/ui/row-list';
import { words } from '../../components/words.ts';
import css from './learn.module.css';
import { learnWords as learn } from './learn.words.ts';

const canStudy = new Set(['enrolled', 'studying', 'study_done', 'exam_failed', 'completed']);

interface Props {
  row: LearnRow;
  /** Hides the course from the list, or shows it again. */
  onHide: (hidden: 'Y' | 'N') => void;
  onExtend: () => void;
  isBusy: boolean;
}

const ApplyForCredits = lazyPart(
  async () => (await import('./apply-for-credits.tsx')).ApplyForCredits,
);

const tones: Record<string, Tone> = {
  study_done: 'waiting',
  exam_failed: 'waiting',
  completed: 'good',
  expired: 'over',
  revoked: 'over',
};

/** A course of the learner: progress, what is missing, and the next action. */
export function CourseRow({ row, onHide, onExtend, isBusy }: Props) {
  const { course } = row;
  const isDone = row.learn_status === 'completed';
  // An expired course names the day among what is missing.
  const isOpen = !isDone && row.learn_status !== 'expired';
  return (
    <Row hasCover>
      <LinkTo to={linkTo.course(course.id)} className={css.cover} tabIndex={-1} aria-hidden="true">
        <img src={course.cover} alt="" width={208} height={117} loading="lazy" />
      </LinkTo>
      <div>
        <RowTitle id={`course-${row.learning_id}`}>
          <LinkTo to={linkTo.course(course.id)}>{course.title}</LinkTo>
        </RowTitle>
        <RowMeta>
          <StateBadge tone={tones[row.learn_status] ?? 'open'}>{row.learn_status_name}</StateBadge>
          <span>{`${course.hours} ${words.hours} · ${course.credits} ${words.credits}`}</span>
          {course.presale_until ? <span>{saleWords(course)}</span> : null}
          {!isOpen || course.presale_until ? null : (
            <span>{`${words.until(dayWords(row.study_end_at))}，${words.daysLeft(row.days_left)}`}</span>
          )}
        </RowMeta>
        <div className={css.progress}>
          <Progress
            value={row.progress}
            aria-label={`${course.title} ${row.progress}%`}
            color={isDone ? 'green' : undefined}
          />
          <span className={css.percent}>{`${row.progress}%`}</span>
        </div>
        {isDone ? <p className={css.hint}>{words.done}</p> : null}
        {row.missing.length > 0 ? <p className={css.hint}>{row.missing.join('；')}</p> : null}
        {!isDone && row.last_section_title ? (
          <p className={css.hint}>{words.lastAt(row.last_section_title)}</p>
        ) : null}
        {row.extension ? (
          <p className={css.hint}>
            {learn.extension(row.extension.state_name, row.extension.reply)}
          </p>
        ) : null}
      </div>
      <RowActions className={css.actions}>
        {row.may_apply === 'Y' ? <ApplyForCredits row={row} /> : null}
        <Action row={row} />
        {row.may_extend === 'Y' ? (
          <Button
            variant="default"
            aria-describedby={`course-${row.learning_id}`}
            onClick={onExtend}
          >
            {learn.extend}
          </Button>
        ) : null}
        <Button
          variant="subtle"
          color="gray"
          loading={isBusy}
          aria-describedby={`course-${row.learning_id}`}
          onClick={() => onHide(row.hidden === 'Y' ? 'N' : 'Y')}
        >
          {row.hidden === 'Y' ? learn.show : learn.hide}
        </Button>
      </RowActions>
    </Row>
  );
}

interface NextAction {
  title: string;
  to: string;
  isMain: boolean;
}

/** The next action. */
function Action({ row }: { row: LearnRow }) {
  const { title, to, isMain } = getNextAction(row);
  return (
    <Button
      component={LinkTo}
      to={to}
      variant={isMain ? 'filled' : 'default'}
      aria-describedby={`course-${row.learning_id}`}
    >
      {title}
    </Button>
  );
}

function getNextAction(row: LearnRow): NextAction {
  const { course, learn_status, suspension, survey_id } = row;
  if (suspension)
    return {
      title: suspension.can_withdraw ? words.go.withdraw : words.go.refund,
      to: linkTo.myorder({ show: 'detail', code: suspension.order_code }),
      isMain: false,
    };
  if (course.presale_until || row.may_rejoin === 'Y')
    return {
      title: row.may_rejoin === 'Y' ? words.go.rejoin : words.go.view,
      to: linkTo.course(course.id),
      isMain: row.may_rejoin === 'Y',
    };
  if (row.exam_from_ms > 0) {
    const from = row.exam_action === 'cooling' ? words.exam.cooling : words.exam.from;
    const title = from(momentInWords(row.exam_from_ms));
    return { title, to: linkTo.examOnline(course.id), isMain: false };
  }
  if (row.exam_open === 'Y')
    return {
      title: words.exam.go['can_start'] ?? '',
      to: linkTo.examOnline(course.id),
      isMain: true,
    };
  if (survey_id)
    return { title: words.exam.survey, to: linkTo.survey(course.id, survey_id), isMain: true };
  if (!canStudy.has(learn_status))
    return { title: words.go.view, to: linkTo.course(course.id), isMain: false };
  return {
    title: getStudyTitle(row),
    to: playerLink(course.content_type, course.id),
    isMain: learn_status !== 'completed',
  };
}

function getStudyTitle({ learn_status }: LearnRow): string {
  if (learn_status === 'completed') return words.go.review;
  return learn_status === 'enrolled' ? words.go.begin : words.go.continue;
}
