import { send } from '@cme/commons/api-client';
import { linkTo, playerLink } from '@cme/commons/route-links';
import { learnJoin, type ContentDetail } from '@cme/contract';
import { Button, goTo, LinkTo, refresh, toast, useSignIn } from '@cme/ui';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { BuyButtons } from './buy-buttons.tsx';
import css from './buy-bar.module.css';
import { itemWords } from './item.words.ts';

/** The main button follows the server's `action`. Signed out it asks for sign-in first and then
 * goes on by itself. */
export function StudyButton({ course, settled }: { course: ContentDetail; settled: boolean }) {
  const client = useQueryClient();
  const requireSignIn = useSignIn();
  const join = useMutation({
    mutationFn: async () => {
      await requireSignIn();
      await send(learnJoin, { content_type: course.content_type, id: course.id });
    },
    onSuccess: async () => {
      await refresh(client, { queryKey: ['content', 'detail', course.id] });
      goTo(playerLink(course.content_type, course.id));
    },
    onError: (error) => {
      if (error.name !== 'SignInCancelled') toast.error(error.message);
    },
  });
  const { buttons } = itemWords;

  if (course.pending_order) return <BuyButtons item={course} settled={settled} />;
  if (course.action === 'join') {
    return (
      <Button
        size="md"
        className={css.main}
        loading={join.isPending || !settled}
        onClick={() => join.mutate()}
      >
        {buttons.join}
      </Button>
    );
  }
  if (course.action === 'study' || course.action === 'continue' || course.action === 'review') {
    return (
      <Button
        size="md"
        className={css.main}
        component={LinkTo}
        to={playerLink(course.content_type, course.id)}
      >
        {buttons[course.action]}
      </Button>
    );
  }
  const { suspension } = course.my_learning ?? {};
  if (suspension) {
    return (
      <>
        <p className={css.note}>{itemWords.suspended}</p>
        <Button
          size="md"
          variant="default"
          component={LinkTo}
          to={linkTo.myorder({ show: 'detail', code: suspension.order_code })}
        >
          {suspension.can_withdraw ? itemWords.withdraw : itemWords.viewRefund}
        </Button>
      </>
    );
  }
  if (course.action === 'buy') return <BuyButtons item={course} settled={settled} />;
  return <p className={css.note}>{itemWords.closed}</p>;
}
