import { linkTo } from '@cme/commons/route-links';
import { Button, durationWords, LinkTo } from '@cme/ui';
import { useEffect, useState } from 'react';
import overlayCss from '../../components/stage-overlay.module.css';
import stageCss from '../../components/stage.module.css';
import { StageOverlay } from '../../components/stage-overlay.tsx';
import type { Room } from './live.queries.ts';
import { liveWords } from './live.words.ts';
import { LiveVideo } from './live-video.tsx';
import type { usePresence } from './use-presence.ts';

interface Props {
  room: Room;
  presence: ReturnType<typeof usePresence>;
  reload: () => void;
  /** Fetches a new URL of the stream. */
  renew: () => Promise<string>;
}

/** The video, or why there is none. */
export function LiveStage({ room, presence, reload, renew }: Props) {
  const { isMoved, beat, video } = presence;
  const [hasStarted, setStarted] = useState(false);
  if (isMoved)
    return (
      <div className={stageCss.stage}>
        <StageOverlay text={liveWords.moved} detail={liveWords.movedHint}>
          <Button size="lg" onClick={() => void beat(true)}>
            {liveWords.takeOver}
          </Button>
        </StageOverlay>
      </div>
    );
  if (room.live_status === 'living' && room.media_url)
    return (
      <div className={stageCss.stage}>
        <LiveVideo
          url={room.media_url}
          watermark={room.watermark}
          video={video}
          hasStarted={hasStarted}
          onStarted={setStarted}
          onPlaying={() => void beat()}
          renew={renew}
        />
      </div>
    );
  return (
    <div className={stageCss.stage}>
      <Notice room={room} onBegin={reload} />
    </div>
  );
}

function Notice({ room, onBegin }: { room: Room; onBegin: () => void }) {
  const { live_status, has_ingest, cancel_reason, id } = room;
  const text = liveWords.states[live_status] ?? room.live_status_name;
  if (live_status === 'scheduled') return <Countdown room={room} onBegin={onBegin} />;
  if (live_status === 'living')
    return has_ingest === 'Y' ? (
      <StageOverlay text={liveWords.waiting} detail={liveWords.waitingHint}>
        {null}
      </StageOverlay>
    ) : (
      <StageOverlay text={liveWords.noIngest} detail={liveWords.noIngestHint}>
        {null}
      </StageOverlay>
    );
  if (live_status === 'replay')
    return (
      <StageOverlay text={text} detail={liveWords.replayHint}>
        <Button size="lg" component={LinkTo} to={linkTo.playback(id)}>
          {liveWords.replay}
        </Button>
      </StageOverlay>
    );
  return (
    <StageOverlay text={text} detail={getHint(live_status, cancel_reason)}>
      <LinkTo className={overlayCss.link} to={linkTo.itemLive(id)}>
        {liveWords.toItem}
      </LinkTo>
    </StageOverlay>
  );
}

function getHint(status: string, cancelReason: string): string {
  if (status === 'canceled') return cancelReason;
  return status === 'transcoding' ? liveWords.transcodingHint : liveWords.endedHint;
}

/** Counts down to the start by the server's clock. */
function Countdown({ room, onBegin }: { room: Room; onBegin: () => void }) {
  const [now, setNow] = useState(Date.now);
  const secondsLeft = Math.max(0, Math.ceil((room.begin_ms - now - room.clockOffset) / 1000));
  const isOver = secondsLeft === 0;
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 500);
    return () => clearInterval(timer);
  }, []);
  useEffect(() => {
    if (isOver) onBegin();
  }, [isOver, onBegin]);
  return (
    <StageOverlay
      place={liveWords.states['scheduled'] ?? ''}
      text={`${liveWords.until} ${durationWords(secondsLeft)}`}
    >
      {room.live_action === 'book' ? (
        <LinkTo className={overlayCss.link} to={linkTo.itemLive(room.id)}>
          {liveWords.book}
        </LinkTo>
      ) : null}
    </StageOverlay>
  );
}
