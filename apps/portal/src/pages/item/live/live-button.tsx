import { send } from '@cme/commons/api-client';
import { linkTo, playerLink } from '@cme/commons/route-links';
import type { DataOf } from '@cme/contract/base';
import type { liveDetail } from '@cme/contract/study';
import { Button, LinkTo, toast } from '@cme/ui';
import { goTo, isSignInCancelled, refresh, useSignIn } from '@cme/shell';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import css from '../buy-bar.module.css';
import { BuyButtons } from '../buy-buttons.tsx';
import { liveWords } from './live.words.ts';

const liveBook = async () => (await import('@cme/contract/study/live')).liveBook;
const liveEnter = async () => (await import('@cme/contract/study/live')).liveEnter;

export type Live = DataOf<typeof liveDetail>;

interface Props {
  live: Live;
  settled: boolean;
}

/**
 * The main button, determined by the server's `live_action`. Guests are asked to sign in first;
 * then the action continues.
 */
export function LiveButton({ live, settled }: Props) {
  const { live_action } = live;
  if (live.pending_order || live_action === 'buy')
    return (
      <>
        <BuyButtons item={live} settled={settled} />
        {live.can_book === 'Y' ? <BookButton live={live} settled={settled} isSecond /> : null}
      </>
    );
  if (live_action === 'enter' || live_action === 'replay')
    return <EnterButton live={live} settled={settled} />;
  if (live_action === 'book' || live_action === 'booked')
    return <BookButton live={live} settled={settled} />;
  return (
    <>
      <p className={css.note}>{getNote(live)}</p>
      <Button
        size="md"
        variant="default"
        component={LinkTo}
        to={linkTo.profession({ content_type: 'L' })}
      >
        {liveWords.more}
      </Button>
    </>
  );
}

function getNote({ live_action, live_status, cancel_reason }: Live): string {
  if (live_status === 'canceled')
    return [liveWords.canceled, cancel_reason].filter(Boolean).join('');
  if (live_action === 'wait') return liveWords.wait;
  if (live_action === 'none') return liveWords.none;
  return live_status === 'ended' ? liveWords.ended : liveWords.over;
}

function useLiveMutation<Variables, Data>(
  id: string,
  sendCall: (variables: Variables) => Promise<Data>,
) {
  const client = useQueryClient();
  const requireSignIn = useSignIn();
  return useMutation({
    mutationFn: async (variables: Variables) => {
      await requireSignIn();
      return sendCall(variables);
    },
    onError: (error) => {
      if (!isSignInCancelled(error)) toast.error(error.message);
    },
    onSettled: () => void refresh(client, { queryKey: ['content', 'live', id] }),
  });
}

function EnterButton({ live, settled }: Props) {
  const enter = useLiveMutation(live.id, () => send(liveEnter, { id: live.id }));
  return (
    <Button
      size="md"
      className={css.main}
      loading={enter.isPending || !settled}
      onClick={() =>
        enter.mutate(undefined, {
          onSuccess: ({ content_type, id }) => goTo(playerLink(content_type, id)),
        })
      }
    >
      {live.live_action === 'replay' ? liveWords.buttons.replay : liveWords.buttons.enter}
    </Button>
  );
}

function BookButton({ live, settled, isSecond = false }: Props & { isSecond?: boolean }) {
  const isBooked = live.booked === 'Y';
  const book = useLiveMutation(live.id, (booked: 'Y' | 'N') =>
    send(liveBook, { id: live.id, booked }),
  );
  return (
    <Button
      size="md"
      className={css.main}
      variant={isBooked || isSecond ? 'outline' : 'filled'}
      loading={book.isPending || !settled}
      onClick={() =>
        book.mutate(isBooked ? 'N' : 'Y', {
          onSuccess: ({ booked }) =>
            void toast.success(booked === 'Y' ? liveWords.booked : liveWords.unbooked, {
              key: 'book',
            }),
        })
      }
    >
      {isBooked ? liveWords.buttons.unbook : liveWords.buttons.book}
    </Button>
  );
}
