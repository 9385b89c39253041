import { send } from '@cme/commons/api-client';
import { liveEnd, liveKey } from '@cme/contract/study/live-room';
import { Button, toast } from '@cme/ui';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import css from './live.module.css';
import type { Room } from './live.queries.ts';
import { liveWords } from './live.words.ts';

/** For teachers: how to publish the stream, and how to end the live. */
export function Teaching({ room, reload }: { room: Room; reload: () => void }) {
  const { id, live_status } = room;
  const [isAsking, setAsking] = useState(false);
  const key = useMutation({
    mutationFn: () => send(liveKey, { id }),
    onError: (error) => toast.error(error.message),
  });
  const end = useMutation({
    mutationFn: () => send(liveEnd, { id }),
    onSuccess: reload,
    onError: (error) => toast.error(error.message),
    onSettled: () => setAsking(false),
  });
  const isComing = live_status === 'scheduled' || live_status === 'living';
  if (!isComing) return null;
  return (
    <section className={css.teaching} aria-labelledby="live-teaching">
      <h2 id="live-teaching">{liveWords.teaching}</h2>
      {key.data ? (
        <dl className={css.key}>
          <dt>{liveWords.server}</dt>
          <dd>{key.data.server || liveWords.noIngest}</dd>
          <dt>{liveWords.key}</dt>
          <dd>{key.data.stream_key}</dd>
        </dl>
      ) : null}
      <p className={css.hint}>{isAsking ? liveWords.endText : liveWords.keyHint}</p>
      <div className={css.buttons}>
        {!key.data ? (
          <Button variant="default" loading={key.isPending} onClick={() => key.mutate()}>
            {liveWords.showKey}
          </Button>
        ) : null}
        {live_status === 'living' ? (
          <Button
            color="red"
            variant={isAsking ? 'filled' : 'outline'}
            loading={end.isPending}
            onClick={() => (isAsking ? end.mutate() : setAsking(true))}
          >
            {isAsking ? liveWords.endConfirm : liveWords.end}
          </Button>
        ) : null}
        {isAsking ? (
          <Button variant="default" onClick={() => setAsking(false)}>
            {liveWords.cancel}
          </Button>
        ) : null}
      </div>
    </section>
  );
}
