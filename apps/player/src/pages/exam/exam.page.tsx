import { linkTo } from '@cme/commons/route-links';
import { ErrorState, LinkTo, toast } from '@cme/ui';
import { PageTitle } from '@cme/shell';
import { useParams, useSearchParams } from '@cme/ui/router';
import { useEffect } from 'react';
import { RecoverInPlace } from '../../components/recover-in-place.tsx';
import css from './frame/exam.module.css';
import { words } from './frame/exam.words.ts';
import { PaperSkeleton } from './paper/paper-skeleton.tsx';
import { Paper } from './paper/paper.tsx';
import { usePaperDialog } from './paper/use-paper-dialog.ts';
import { Intro } from './intro.tsx';
import { Result } from './result.tsx';
import { useAttempt } from './attempt/use-attempt.ts';

/**
 * The introduction; with an attempt in the URL the exam itself, and its result once it is
 * submitted.
 */
export function ExamPage() {
  const { course_id = '' } = useParams();
  const [search] = useSearchParams();
  const scoreId = search.get('score_id');
  return (
    <div className={css.exam}>
      <PageTitle name={words.title} />
      <RecoverInPlace key={scoreId ?? ''}>
        {scoreId ? (
          <AttemptPage scoreId={scoreId} courseId={course_id} />
        ) : (
          <Intro courseId={course_id} />
        )}
      </RecoverInPlace>
    </div>
  );
}

function AttemptPage({ scoreId, courseId }: { scoreId: string; courseId: string }) {
  const { state, finish, reopen } = useAttempt(scoreId);
  const dialog = usePaperDialog();
  const isLeftOver = state.phase !== 'open' && dialog.dialog !== undefined;
  // After a reload or the end of the attempt, the history entry of a dialog has nothing to show.
  useEffect(() => {
    if (isLeftOver) dialog.close();
  });
  if (state.phase === 'open')
    return (
      <RecoverInPlace key={state.attempt.seat} onRecovered={() => void toast.info(words.recovered)}>
        <Paper open={state} dialog={dialog} onFinished={finish} onTakeOver={reopen} />
      </RecoverInPlace>
    );
  if (state.phase === 'finished') return <Result scoreId={scoreId} courseId={courseId} />;
  if (state.phase === 'opening') return <PaperSkeleton courseId={courseId} />;
  return (
    <main id="main" className={css.page}>
      <ErrorState isPage error={state.error} onRetry={reopen} />
      <LinkTo className={css.quietLink} to={linkTo.examOnline(courseId)}>
        {words.intro}
      </LinkTo>
    </main>
  );
}
