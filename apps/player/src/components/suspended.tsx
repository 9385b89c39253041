import { linkTo } from '@cme/commons/route-links';
import { Button, EmptyState, LinkTo } from '@cme/ui';
import { useQuery } from '@tanstack/react-query';
import { words } from './words.ts';
import { courseQuery } from './course.queries.ts';

interface Props {
  courseId: string;
  /** Shown if study is not suspended: why nothing can be done, and where to go. */
  children: React.ReactNode;
}

/**
 * Explains suspended study during a refund review, which takes precedence over other reasons;
 * otherwise renders the children.
 */
export function UnlessSuspended({ courseId, children }: Props) {
  const { data: course, isPending } = useQuery(courseQuery(courseId));
  if (isPending) return null;
  if (!course?.suspension) return children;
  const { order_code, can_withdraw } = course.suspension;
  return (
    <EmptyState
      drawing="closed"
      text={words.suspended}
      hint={can_withdraw ? words.suspendedHint : words.suspendedApproved}
      action={
        <Button component={LinkTo} to={linkTo.myorder({ show: 'detail', code: order_code })}>
          {words.toOrder}
        </Button>
      }
    />
  );
}
