import { isCallError } from '@cme/commons/api-client';
import { linkTo } from '@cme/commons/route-links';
import { Button, EmptyState, ErrorState, lazyPart, LinkTo, Skeleton } from '@cme/ui';
import { PageTitle } from '@cme/shell';
import { useParams } from '@cme/ui/router';
import { useQuery } from '@tanstack/react-query';
import { useCallback } from 'react';
import { formatClock, words } from '../../components/words.ts';
import { usePublicCourse } from '../../components/public-course.ts';
import css from '../../components/room.module.css';
import { StageOverlay } from '../../components/stage-overlay.tsx';
import stageCss from '../../components/stage.module.css';
import { Chat } from './chat.tsx';
import liveCss from './live.module.css';
import { type Room, roomQuery } from './live.queries.ts';
import { LiveStage } from './live-stage.tsx';
import { liveWords } from './live.words.ts';
import { usePresence } from './use-presence.ts';

const Teaching = lazyPart(async () => (await import('./teaching.tsx')).Teaching);

export function LivePage() {
  const { course_id = '' } = useParams();
  const { data: room, error, refetch } = useQuery(roomQuery(course_id));
  const reload = useCallback(() => void refetch(), [refetch]);
  const renew = useCallback(async () => {
    const { data, error: failure } = await refetch();
    if (!data?.media_url) throw failure ?? new Error('there is no stream');
    return data.media_url;
  }, [refetch]);
  if (error && !room) return <NoRoom error={error} id={course_id} retry={reload} />;
  return room ? <LiveRoom room={room} reload={reload} renew={renew} /> : <Loading id={course_id} />;
}

interface RoomProps {
  room: Room;
  reload: () => void;
  renew: () => Promise<string>;
}

function LiveRoom({ room, reload, renew }: RoomProps) {
  const isLiving = room.live_status === 'living';
  const presence = usePresence({
    id: room.id,
    isLiving,
    onAir: room.on_air === 'Y',
    beatSeconds: room.beat_seconds,
  });
  return (
    <div className={css.room}>
      <PageTitle name={room.title} />
      <header className={css.head}>
        <LinkTo className={css.back} to={linkTo.itemLive(room.id)}>
          {liveWords.back}
        </LinkTo>
        <h1 className={css.title}>{room.title}</h1>
        <span className={liveCss.state} data-state={room.live_status}>
          {liveWords.states[room.live_status] ?? room.live_status_name}
        </span>
      </header>
      <div className={`${css.body} ${liveCss.body}`}>
        <main className={css.main} id="main">
          <LiveStage room={room} presence={presence} reload={reload} renew={renew} />
          <div className={css.state}>
            <p role="status" className={css.stateLine}>
              {presence.isOffline ? <span className={css.offline}>{liveWords.offline}</span> : null}
              {room.capped === 'Y' ? <span className={css.offline}>{liveWords.capped}</span> : null}
              {room.teacher_name ? <span>{room.teacher_name}</span> : null}
              {isLiving ? <span>{liveWords.viewers(room.viewers)}</span> : null}
              <span>{liveWords.attended(formatClock(room.attended_seconds))}</span>
            </p>
          </div>
        </main>
        <div className={css.under}>
          {room.can_moderate === 'Y' ? <Teaching room={room} reload={reload} /> : null}
        </div>
        <aside className={`${css.panel} ${liveCss.panel}`}>
          <Chat room={room} />
        </aside>
      </div>
    </div>
  );
}

function Loading({ id }: { id: string }) {
  const { title } = usePublicCourse(id) ?? {};
  return (
    <div className={css.room}>
      {title ? <PageTitle name={title} /> : null}
      <header className={css.head}>
        <LinkTo className={css.back} to={linkTo.itemLive(id)}>
          {liveWords.back}
        </LinkTo>
        {title ? <h1 className={css.title}>{title}</h1> : null}
      </header>
      <div className={css.body}>
        <main className={css.main} id="main">
          <div className={stageCss.stage} aria-busy="true">
            {title ? <StageOverlay text={title}>{null}</StageOverlay> : null}
          </div>
        </main>
        <aside className={css.panel}>
          {[1, 2, 3, 4].map((row) => (
            <Skeleton key={row} height={44} mb="xs" />
          ))}
        </aside>
      </div>
    </div>
  );
}

function NoRoom({ error, id, retry }: { error: Error; id: string; retry: () => void }) {
  const isForeign = isCallError(error) && error.code === 'not_owned';
  const isGone = isCallError(error) && !isForeign && error.statusCode === 404;
  return (
    <main className={css.unavailable} id="main">
      <PageTitle name={liveWords.page} />
      {isForeign || isGone ? (
        <EmptyState
          drawing={isGone ? 'lost' : 'closed'}
          title={isForeign ? liveWords.notOwned : error.message}
          text={isForeign ? liveWords.notOwnedHint : words.goneHint}
          action={
            <Button component={LinkTo} to={isGone ? linkTo.learn() : linkTo.itemLive(id)}>
              {isGone ? words.toCourses : liveWords.toItem}
            </Button>
          }
        />
      ) : (
        <ErrorState isPage error={error} onRetry={retry} />
      )}
    </main>
  );
}
