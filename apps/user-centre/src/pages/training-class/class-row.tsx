import { linkTo } from '@cme/commons/route-links';
import type { ClassRow as Class } from '@cme/contract/study';
import { Button, lazyPart, LinkTo, Progress } from '@cme/ui';
import { dayWords } from '@cme/ui/dates';
import { Row, RowActions, RowMeta, RowTitle, StateBadge, type Tone } from '@cme/ui/row-list';
import { useState } from 'react';
import { words } from '../../components/words.ts';
import { signWords } from './sign.words.ts';
import css from './training-class.module.css';

const SignDialog = lazyPart(async () => (await import('./sign-dialog.tsx')).SignDialog);

const tones: Record<string, Tone> = {
  admitted: 'open',
  studying: 'open',
  qualified: 'good',
  applied: 'waiting',
  waiting: 'waiting',
  rejected: 'bad',
  unqualified: 'bad',
};

/** A class of the learner: enrolment state, date, place, and a link to its page. */
export function ClassRow({ row }: { row: Class }) {
  const id = `class-${row.class_id}`;
  const place = row.my?.waiting_place ?? 0;
  const { signed = 0, sessions = 0, member_status = '' } = row.my ?? {};
  const isSigning = member_status === 'admitted' || member_status === 'studying';
  const isIn = isSigning || member_status === 'qualified' || member_status === 'unqualified';
  const [asksToSign, setSigning] = useState(false);
  return (
    <Row hasCover>
      <img className={css.cover} src={row.cover} alt="" width={208} height={117} loading="lazy" />
      <div>
        <RowTitle id={id}>{row.title}</RowTitle>
        <RowMeta>
          <StateBadge tone={tones[member_status] ?? 'over'}>
            {place > 0 ? words.classes.waiting(place) : row.my?.member_status_name}
          </StateBadge>
          <span>{words.classes.status(row.class_status_name)}</span>
        </RowMeta>
        <RowMeta>
          <span>{words.classes.held(dayWords(row.start_at), dayWords(row.end_at))}</span>
          {row.place ? <span>{row.place}</span> : null}
          {sessions > 0 && isIn ? <span>{signWords.signed(signed, sessions)}</span> : null}
        </RowMeta>
        <WhatIsNext row={row} isIn={isIn} />
        {row.my?.member_status === 'qualified' ? (
          <RowMeta>
            <LinkTo to={linkTo.mycertificate()}>{signWords.certificate}</LinkTo>
          </RowMeta>
        ) : null}
      </div>
      {asksToSign ? <SignDialog row={row} close={() => setSigning(false)} /> : null}
      <RowActions>
        {sessions > 0 && isSigning ? (
          <Button aria-describedby={id} onClick={() => setSigning(true)}>
            {signWords.sign}
          </Button>
        ) : null}
        <Button
          component={LinkTo}
          to={linkTo.package(row.class_id)}
          variant={row.action === 'study' && !isSigning ? 'filled' : 'default'}
          aria-describedby={id}
        >
          {row.action === 'study' ? words.classes.study : words.classes.view}
        </Button>
      </RowActions>
    </Row>
  );
}

interface NextProps {
  row: Class;
  isIn: boolean;
}

/** How far the learner is, and what comes next. */
function WhatIsNext({ row: { my, class_id, title, notice_count = 0 }, isIn }: NextProps) {
  if (!isIn) return null;
  const { progress, next_lesson: lesson, next_course: course } = my ?? {};
  return (
    <>
      {progress === undefined ? null : (
        <div className={css.progress}>
          <Progress value={progress} aria-label={words.classes.progressOf(title)} size="sm" />
          <span>{words.classes.progress(progress)}</span>
        </div>
      )}
      {lesson ? (
        <RowMeta>
          <span>
            {words.classes.nextLesson(
              `${dayWords(lesson.day)} ${lesson.from}`,
              lesson.title,
              lesson.place,
            )}
          </span>
        </RowMeta>
      ) : null}
      {course && my?.member_status === 'studying' ? (
        <RowMeta>
          <LinkTo to={linkTo.play(course.id)}>{words.classes.nextCourse(course.title)}</LinkTo>
        </RowMeta>
      ) : null}
      {notice_count > 0 ? (
        <RowMeta>
          <LinkTo
            to={linkTo.package(class_id, { tab: 'notices' })}
            aria-label={`${words.classes.notices(notice_count)}：${title}`}
          >
            {words.classes.notices(notice_count)}
          </LinkTo>
        </RowMeta>
      ) : null}
    </>
  );
}
