import { linkTo } from '@cme/commons/route-links';
import type { Survey } from '@cme/contract/study';
import { Button, EmptyState, LinkTo, RowSkeletons } from '@cme/ui';
import { useUserInfo } from '@cme/shell';
import { useParams } from '@cme/ui/router';
import { useQuery } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { PageUnavailable } from '../../components/page-unavailable.tsx';
import { UnlessSuspended } from '../../components/suspended.tsx';
import { Reward } from '../../components/reward.tsx';
import { takeFocus } from '@cme/ui/take-focus';
import { type DraftOwner, readDraft } from './draft.ts';
import { Questions } from './questions.tsx';
import css from './survey.module.css';
import { surveyQuery } from './survey.queries.ts';
import { words } from './survey.words.ts';

/** The survey of a course, answered once, or changed where that is allowed. */
export function SurveyPage() {
  const { course_id = '', exam_id = '' } = useParams();
  const { data, error, refetch } = useQuery(surveyQuery(course_id, exam_id));
  const { user, error: userError, refetch: refetchUser } = useUserInfo();
  const lastUserId = useRef('');
  // A lost session keeps the survey behind the dialog that asks to sign in again.
  lastUserId.current = user?.user_id ?? lastUserId.current;
  if (error && !data)
    return <PageUnavailable error={error} retry={() => void refetch()} courseId={course_id} />;
  if (userError && lastUserId.current === '')
    return (
      <PageUnavailable error={userError} retry={() => void refetchUser()} courseId={course_id} />
    );
  if (!data || lastUserId.current === '')
    return (
      <div className={css.page}>
        <h1>{words.title}</h1>
        <RowSkeletons count={4} height="7rem" />
      </div>
    );
  const owner = { user_id: lastUserId.current, survey_id: exam_id };
  return <OpenSurvey key={owner.user_id} survey={data} owner={owner} />;
}

function OpenSurvey({ survey, owner }: { survey: Survey; owner: DraftOwner }) {
  const [isChanging, setChanging] = useState(() => readDraft(owner) !== undefined);
  const [isStored, setStored] = useState(true);
  if (survey.survey_status === 'submitted' && !(isChanging && survey.editable === 'Y'))
    return <Thanks survey={survey} isStored={isStored} change={() => setChanging(true)} />;
  return (
    <div className={css.page}>
      <h1>{words.title}</h1>
      <p className={css.course}>{survey.course_title}</p>
      <Form
        survey={survey}
        owner={owner}
        onSent={(isStoredNow) => {
          setStored(isStoredNow);
          setChanging(false);
        }}
      />
    </div>
  );
}

interface FormProps {
  survey: Survey;
  owner: DraftOwner;
  onSent: (isStored: boolean) => void;
}

function Form({ survey, owner, onSent }: FormProps) {
  if (survey.reason) {
    return (
      <UnlessSuspended courseId={survey.course_id}>
        <NotOpen survey={survey} />
      </UnlessSuspended>
    );
  }
  if (survey.questions.length > 0)
    return <Questions survey={survey} owner={owner} onSent={onSent} />;
  const backLink = (
    <Button component={LinkTo} to={linkTo.course(survey.course_id)}>
      {words.toCourse}
    </Button>
  );
  return <EmptyState text={words.noQuestions} hint={words.noQuestionsHint} action={backLink} />;
}

function NotOpen({ survey }: { survey: Survey }) {
  return (
    <EmptyState
      drawing="closed"
      text={words.notOpen}
      hint={survey.reason}
      action={
        <div className={css.buttons}>
          <Button component={LinkTo} to={linkTo.play(survey.course_id)}>
            {words.toStudy}
          </Button>
          <Button variant="default" component={LinkTo} to={linkTo.examOnline(survey.course_id)}>
            {words.toExam}
          </Button>
        </div>
      }
    />
  );
}

interface ThanksProps {
  survey: Survey;
  /** False if the survey had been submitted before, as on another page, with other answers. */
  isStored: boolean;
  change: () => void;
}

function Thanks({ survey, isStored, change }: ThanksProps) {
  return (
    <div className={css.page}>
      <div className={css.thanks} role="status">
        <h1 ref={takeFocus} tabIndex={-1}>
          {words.thanks}
        </h1>
        <p>{words.thanksHint}</p>
        {isStored ? null : <p className={css.notStored}>{words.notStored}</p>}
        <p className={css.sent}>
          <span>{survey.course_title}</span>
          <span>{words.sentAt(survey.submitted_at.slice(0, 16))}</span>
        </p>
      </div>
      <div className={css.next}>
        <p>{words.completed}</p>
        <div className={css.buttons}>
          <Button size="lg" component={LinkTo} to={linkTo.mycertificate()}>
            {words.toCertificate}
          </Button>
          <Button size="lg" variant="default" component={LinkTo} to={linkTo.learn()}>
            {words.toCourses}
          </Button>
          {survey.editable === 'Y' ? (
            <Button size="lg" variant="subtle" onClick={change}>
              {words.again}
            </Button>
          ) : null}
        </div>
      </div>
      {/* It arrives later, so it must not move the buttons. */}
      <Reward courseId={survey.course_id} at={survey.submitted_at} />
    </div>
  );
}
