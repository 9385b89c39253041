import {
  MediaControlBar,
  MediaFullscreenButton,
  MediaMuteButton,
  MediaPipButton,
  MediaPlayButton,
  MediaSeekBackwardButton,
  MediaTimeDisplay,
  MediaTimeRange,
  MediaVolumeRange,
} from 'media-chrome/react';
import { useEffect, useState } from 'react';
import { words } from '../../words.ts';
import css from '../../components/stage.module.css';

const rates = [0.75, 1, 1.25, 1.5, 2];

/** The controls below the video. `of` is the id of the media controller. */
export function Controls({
  of,
  video,
  maxRate,
  mayFloat,
}: {
  of: string;
  video: HTMLVideoElement;
  maxRate: number;
  /** Whether picture-in-picture is allowed. */
  mayFloat: boolean;
}) {
  return (
    <MediaControlBar className={css.bar} {...{ mediacontroller: of }}>
      <MediaTimeRange className={css.seek} />
      <MediaPlayButton />
      <MediaSeekBackwardButton seekOffset={10} />
      <MediaTimeDisplay showDuration noToggle aria-hidden="true" />
      <span className={css.gap} />
      <RateSelect video={video} max={maxRate} />
      <MediaMuteButton />
      <MediaVolumeRange className={css.roomy} />
      {mayFloat ? <MediaPipButton /> : null}
      <MediaFullscreenButton />
    </MediaControlBar>
  );
}

function RateSelect({ video, max }: { video: HTMLVideoElement; max: number }) {
  const [rate, setRate] = useState(1);
  useEffect(() => {
    // A new source resets the playback rate of the element.
    const followRate = () => setRate(video.playbackRate);
    video.addEventListener('ratechange', followRate);
    return () => video.removeEventListener('ratechange', followRate);
  }, [video]);
  const choose = (value: number) => {
    setRate(value);
    video.playbackRate = value;
  };
  return (
    <select
      className={css.rate}
      aria-label={words.rate}
      value={rate}
      onChange={(event) => choose(Number(event.target.value))}
    >
      {rates.map((value) => (
        <option key={value} value={value} disabled={value > max}>{`${value} 倍`}</option>
      ))}
    </select>
  );
}
