import type { DataOf } from '@cme/contract/base';
import type { tryDetail } from '@cme/contract/study';
import { Button } from '@cme/ui';
import { attach, createAddress } from '@cme/ui/hls';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import css from './try.module.css';
import { tryWords as words } from './try.words.ts';

export type Trial = DataOf<typeof tryDetail>;

type Stage = 'playing' | 'over' | 'broken';

interface Props {
  trial: Trial;
  /** Shown after the end. */
  offer: ReactNode;
  /** Fetches a new URL. */
  renew: () => Promise<string>;
}

/** The offer is not visible while the video fills the screen. iPhones have a call of their own. */
function leaveFullscreen(video: HTMLVideoElement & { webkitExitFullscreen?: () => void }): void {
  if (document.fullscreenElement) void document.exitFullscreen().catch(() => undefined);
  else video.webkitExitFullscreen?.();
}

/**
 * Plays the trial, then shows the offer. The server's playlist ends with the trial: there is
 * nothing more to fetch.
 */
export function TryStage({ trial, offer, renew }: Props) {
  const video = useRef<HTMLVideoElement>(null);
  const [stage, setStage] = useState<Stage>('playing');
  const [attempts, setTries] = useState(0);
  const [address] = useState(() => createAddress(trial.media_url, renew));
  useEffect(() => address.offer(trial.media_url), [address, trial.media_url]);

  useEffect(() => {
    const element = video.current;
    if (!element) return;
    let isGone = false;
    let detach: (() => void) | undefined;
    attach(element, address, 0, { onFailed: () => setStage('broken') }).then(
      (stop) => {
        if (isGone) stop();
        else detach = stop;
      },
      () => setStage('broken'),
    );
    return () => {
      isGone = true;
      detach?.();
    };
  }, [address, attempts]);

  const restart = () => {
    setStage('playing');
    const element = video.current;
    if (!element) return;
    element.currentTime = 0;
    void element.play().catch(() => undefined);
  };
  const retry = () => {
    address.refuse();
    setStage('playing');
    setTries((count) => count + 1);
  };

  return (
    <div className={css.stage}>
      <video
        ref={video}
        className={css.video}
        controls
        controlsList="nodownload"
        playsInline
        crossOrigin="anonymous"
        preload="metadata"
        poster={trial.poster}
        aria-label={words.video}
        hidden={stage !== 'playing'}
        onEnded={(event) => {
          leaveFullscreen(event.currentTarget);
          setStage('over');
        }}
      >
        <track kind="captions" srcLang="zh-CN" label="中文" src={trial.subtitles_url} />
      </video>
      {stage === 'over' ? (
        <section className={css.card} aria-labelledby="try-over">
          <h2 id="try-over">{words.over}</h2>
          <p>{words.overText}</p>
          <div className={css.offer}>{offer}</div>
          <Button variant="subtle" className={css.again} onClick={restart}>
            {words.again}
          </Button>
        </section>
      ) : null}
      {stage === 'broken' ? (
        <section className={css.card} role="alert">
          <h2>{words.broken}</h2>
          <p>{words.brokenHint}</p>
          <Button size="md" onClick={retry}>
            {words.retry}
          </Button>
        </section>
      ) : null}
    </div>
  );
}
