import { Button } from '@cme/ui';
import { MediaControlBar, MediaController, MediaFullscreenButton, MediaLoadingIndicator, MediaMuteButton, MediaPlayButton, MediaSeekBackwardButton, MediaTimeDisplay, MediaTimeRange, MediaVolumeRange } from 'media-chrome/react';
import { useEffect, useRef, useState, type ReactNode } from 'react';
import { clock, words } from '../../words.ts';
import { attach } from './hls.ts';
import { prepareControls } from './media-chrome.ts';
import css from './play.module.css';
import type { Entered, usePlay } from './use-play.ts';
import { useWatch } from './use-watch.ts';

prepareControls();

interface Props {
  play: ReturnType<typeof usePlay>;
  entered: Entered;
  overlay?: ReactNode;
  /** Drawn over the picture when the section has been played to its end. */
  ended: ReactNode;
}

/** The picture with its controls, watermark and what lies over them. */
export function Stage({ play, entered, overlay, ended: endedCard }: Props) {
  const video = useRef<HTMLVideoElement>(null);
  const [ready, setReady] = useState(false);
  const [begun, setBegun] = useState(false);
  const [broken, setBroken] = useState(false);
  const [source, setSource] = useState(entered.media_url);
  const { ended } = useWatch(video, play, ready);
  const finished = play.play.ledger?.section_status === 'finished';

  useEffect(() => {
    const element = video.current;
    if (!element) return;
    let gone = false;
    let detach: (() => void) | undefined;
    setBroken(false);
    attach(element, source, { failed: () => setBroken(true) }).then((stop) => {
      if (gone) stop();
      else detach = stop;
    }, () => setBroken(true));
    return () => {
      gone = true;
      detach?.();
    };
  }, [source]);

  const onLoaded = () => {
    if (ready || !video.current) return;
    video.current.currentTime = Math.min(entered.resume_at, Math.max(0, entered.seconds - 1));
    setReady(true);
  };
  const begin = (from: number) => {
    const element = video.current;
    if (!element) return;
    element.currentTime = from;
    setBegun(true);
    void element.play().catch(() => undefined);
  };
  const reload = async () => {
    const fresh = await play.freshMedia().catch(() => undefined);
    if (fresh) setSource(fresh);
  };

  return (
    <div className={css.stage}>
      <MediaController className={css.controller} gesturesDisabled={!begun} hotkeys="noarrowright">
        <video ref={video} slot="media" playsInline preload="auto" poster={entered.poster || undefined} onLoadedMetadata={onLoaded} crossOrigin="anonymous" className={css.video}>
          {entered.subtitles_url ? <track kind="captions" srcLang="zh-CN" label="中文" src={entered.subtitles_url} /> : null}
        </video>
        <MediaLoadingIndicator slot="centered-chrome" noAutohide />
        <MediaControlBar className={css.bar}>
          <MediaPlayButton />
          <MediaSeekBackwardButton seekOffset={10} className={css.roomy} />
          <MediaTimeDisplay showDuration noToggle aria-hidden="true" />
          <MediaTimeRange />
          <RateSelect video={video.current} max={finished ? 2 : entered.rules.max_rate} />
          <MediaMuteButton />
          <MediaVolumeRange className={css.roomy} />
          <MediaFullscreenButton />
        </MediaControlBar>
      </MediaController>
      <p className={css.watermark} aria-hidden="true">{entered.watermark}</p>
      {overlay}
      {!overlay && broken ? <Over text={words.mediaFailed}><Button onClick={() => void reload()}>{words.again}</Button></Over> : null}
      {!overlay && !broken && !begun ? (
        <Over text={entered.resume_at > 3 ? words.resume(clock(entered.resume_at)) : entered.title}>
          <Button size="md" disabled={!ready} onClick={() => begin(entered.resume_at)}>{entered.resume_at > 3 ? words.continuePlay : words.startPlay}</Button>
          {entered.resume_at > 3 ? <Button variant="white" disabled={!ready} onClick={() => begin(0)}>{words.restart}</Button> : null}
        </Over>
      ) : null}
      {!overlay && ended && begun ? endedCard : null}
    </div>
  );
}

/** A sentence and its buttons over the darkened picture. */
export function Over({ text, children }: { text: string; children: ReactNode }) {
  return (
    <div className={css.over}>
      <p className={css.overText}>{text}</p>
      <div className={css.overButtons}>{children}</div>
    </div>
  );
}

const rates = [0.75, 1, 1.25, 1.5, 2];

function RateSelect({ video, max }: { video: HTMLVideoElement | null; max: number }) {
  const [rate, setRate] = useState(1);
  const choose = (value: number) => {
    setRate(value);
    if (video) video.playbackRate = value;
  };
  return (
    <select className={css.rate} aria-label={words.rate} value={rate} onChange={(event) => choose(Number(event.target.value))}>
      {rates.map((value) => (
        <option key={value} value={value} disabled={value > max}>{`${value} 倍`}</option>
      ))}
    </select>
  );
}
