import { send } from '@cme/commons/api-client';
import { linkTo, playerLink } from '@cme/commons/route-links';
import type { ContentDetail } from '@cme/contract/content';
import { Button, LinkTo, saleWords, toast } from '@cme/ui';
import { goTo, isSignInCancelled, refresh, useSignIn } from '@cme/shell';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { BuyButtons } from '../buy-buttons.tsx';
import css from '../buy-bar.module.css';
import { ClosedNote } from '../closed-note.tsx';
import { itemWords } from '../item.words.ts';

const learnJoin = async () => (await import('@cme/contract/study/learning-join')).learnJoin;

interface Props {
  course: ContentDetail;
  /** False while the user's permissions are loading. */
  settled: boolean;
}

/** The main button, determined by the server's `action`. */
export function StudyButton({ course, settled }: Props) {
  const { action, my_learning } = course;
  if (course.pending_order) return <BuyButtons item={course} settled={settled} />;
  if (action === 'join') return <JoinButton course={course} settled={settled} />;
  if (my_learning && course.presale_until && action === 'study')
    return <p className={css.note}>{itemWords.opensAt(saleWords(course))}</p>;
  if (action === 'study' || action === 'continue' || action === 'review') {
    return (
      <Button
        size="md"
        className={css.main}
        component={LinkTo}
        to={playerLink(course.content_type, course.id)}
      >
        {itemWords.buttons[action]}
      </Button>
    );
  }
  if (my_learning?.suspension) return <Suspended suspension={my_learning.suspension} />;
  if (action === 'buy')
    return (
      <>
        <BuyButtons item={course} settled={settled} />
        {course.try_seconds ? (
          <Button size="md" variant="default" component={LinkTo} to={linkTo.try(course.id)}>
            {itemWords.tryOut}
          </Button>
        ) : null}
      </>
    );
  return <ClosedNote item={course} />;
}

/** Guests are asked to sign in first; then joining continues. */
function JoinButton({ course, settled }: Props) {
  const client = useQueryClient();
  const requireSignIn = useSignIn();
  const join = useMutation({
    mutationFn: async () => {
      await requireSignIn();
      await send(learnJoin, { content_type: course.content_type, id: course.id });
    },
    onSuccess: async () => {
      await refresh(client, { queryKey: ['content', 'detail', course.id] });
      if (!course.presale_until) goTo(playerLink(course.content_type, course.id));
    },
    onError: (error) => {
      if (!isSignInCancelled(error)) toast.error(error.message);
    },
  });
  return (
    <Button
      size="md"
      className={css.main}
      loading={join.isPending || !settled}
      onClick={() => join.mutate()}
    >
      {itemWords.buttons.join}
    </Button>
  );
}

/** Study is suspended during a refund review; links to its order. */
function Suspended({
  suspension,
}: {
  suspension: NonNullable<NonNullable<ContentDetail['my_learning']>['suspension']>;
}) {
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
