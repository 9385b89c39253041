import { isCallError } from '@cme/commons/api-client';
import { linkTo } from '@cme/commons/route-links';
import { Button, EmptyState, ErrorState, LinkTo } from '@cme/ui';
import { PageTitle } from '@cme/shell';
import { words } from './words.ts';

interface Props {
  error: unknown;
  retry: () => void;
  /** The course to link to; without it, the learner's exams. */
  courseId?: string;
  /** The course itself is the page, so that if it is missing its introduction is too. */
  isCourse?: boolean;
}

/** Error page: permanent errors link onward, temporary ones offer 重试. */
export function PageUnavailable({ error, retry, courseId, isCourse = false }: Props) {
  const code = isCallError(error) ? error.code : undefined;
  const isGone = isCallError(error) && error.statusCode === 404;
  if (code !== 'not_owned' && !isGone)
    return (
      <>
        <PageTitle name={words.loadFailed} />
        <ErrorState isPage error={error} onRetry={retry} />
      </>
    );
  const isMissing = code !== 'not_owned';
  const name = isMissing && error instanceof Error ? error.message : words.notOwned;
  const [to, linkName] =
    isMissing && isCourse
      ? [linkTo.learn(), words.toCourses]
      : courseId
        ? [linkTo.course(courseId), words.toItem]
        : [linkTo.myexam(), words.toMyExams];
  return (
    <>
      <PageTitle name={name} />
      <EmptyState
        drawing={isMissing ? 'lost' : 'closed'}
        title={name}
        text={isMissing ? words.goneHint : words.notOwnedHint}
        action={
          <Button component={LinkTo} to={to}>
            {linkName}
          </Button>
        }
      />
    </>
  );
}
