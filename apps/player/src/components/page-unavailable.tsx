import { isCallFailed } from '@cme/commons/api-client';
import { linkTo } from '@cme/commons/route-links';
import { Button, EmptyState, ErrorState, LinkTo } from '@cme/ui';
import { words } from '../words.ts';

interface Props {
  error: unknown;
  retry: () => void;
  /** The course to link to; without it, the learner's course list. */
  courseId?: string;
}

/** Error page: permanent errors link onward, temporary ones offer 重试. */
export function PageUnavailable({ error, retry, courseId }: Props) {
  const code = isCallFailed(error) ? error.code : undefined;
  const isGone = isCallFailed(error) && error.statusCode === 404;
  if (code !== 'not_owned' && !isGone) return <ErrorState isPage error={error} onRetry={retry} />;
  return (
    <EmptyState
      drawing="closed"
      title={code === 'not_owned' ? words.notOwned : error instanceof Error ? error.message : ''}
      text={code === 'not_owned' ? words.notOwnedHint : words.goneHint}
      action={
        <Button component={LinkTo} to={courseId ? linkTo.course(courseId) : linkTo.myexam()}>
          {courseId ? words.toItem : words.toMyExams}
        </Button>
      }
    />
  );
}
