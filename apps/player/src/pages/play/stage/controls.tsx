import {
  MediaControlBar,
  MediaFullscreenButton,
  MediaMuteButton,
  MediaPipButton,
  MediaPlayButton,
  MediaSeekBackwardButton,
  MediaTimeRange,
  MediaVolumeRange,
} from 'media-chrome/react';
import { toast } from '@cme/ui';
import { useCallback, useEffect, useState, useSyncExternalStore } from 'react';
import { addListeners } from '../../../components/listen.ts';
import css from '../../../components/stage.module.css';
import { formatClock, words } from '../../../components/words.ts';
import { CaptionsSelect } from './captions-select.tsx';
import { keepPreference, readPreference } from './playback-preference.ts';
import { getSecond } from './use-media.ts';

const rates = [0.75, 1, 1.25, 1.5, 2];

/** The controls below the video. `of` is the id of the media controller. */
export function Controls({
  of,
  video,
  seconds,
  maxRate,
  mayFloat,
  hasCaptions,
}: {
  of: string;
  video: HTMLVideoElement;
  /** The duration of the section. */
  seconds: number;
  maxRate: number;
  /** Whether picture-in-picture is allowed. */
  mayFloat: boolean;
  hasCaptions: boolean;
}) {
  return (
    <MediaControlBar className={css.bar} {...{ mediacontroller: of }}>
      <MediaTimeRange className={css.seek} />
      <MediaPlayButton />
      <MediaSeekBackwardButton seekOffset={10} />
      <TimeDisplay video={video} seconds={seconds} />
      <span className={css.gap} />
      <RateSelect video={video} max={maxRate} />
      {hasCaptions ? <CaptionsSelect video={video} /> : null}
      <MediaMuteButton />
      <MediaVolumeRange className={css.roomy} />
      {mayFloat ? <MediaPipButton /> : null}
      <MediaFullscreenButton />
    </MediaControlBar>
  );
}

const timeEvents = ['timeupdate', 'seeking', 'ended', 'loadedmetadata', 'emptied'] as const;

/**
 * Position and duration. The duration is that of the catalogue, as everywhere on the page: it is
 * known before the video has loaded, and the file may differ by a fraction of a second.
 */
function TimeDisplay({ video, seconds }: { video: HTMLVideoElement; seconds: number }) {
  const subscribe = useCallback(
    (onChange: () => void) =>
      addListeners(timeEvents.map((name) => [video, name, onChange] as const)),
    [video],
  );
  const second = useSyncExternalStore(subscribe, () =>
    video.ended ? seconds : Math.min(Math.floor(getSecond(video)), seconds),
  );
  return (
    <span className={css.time} data-time aria-hidden="true">
      {`${formatClock(second)} / ${formatClock(seconds)}`}
    </span>
  );
}

/** The speed. One that is not allowed yet says why when it is chosen. */
function RateSelect({ video, max }: { video: HTMLVideoElement; max: number }) {
  const [rate, setRate] = useState(1);
  useEffect(() => {
    // A new source resets the playback rate of the element to its default.
    const followRate = () => setRate(video.playbackRate);
    video.addEventListener('ratechange', followRate);
    return () => video.removeEventListener('ratechange', followRate);
  }, [video]);
  useEffect(() => {
    const wanted = readPreference().rate;
    const allowed = rates.includes(wanted) ? Math.min(wanted, max) : 1;
    video.defaultPlaybackRate = allowed;
    video.playbackRate = allowed;
    setRate(allowed);
  }, [video, max]);
  const choose = (value: number) => {
    if (value > max) {
      toast.warning(words.rateLimited);
      return;
    }
    setRate(value);
    keepPreference({ rate: value });
    video.defaultPlaybackRate = value;
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
        <option key={value} value={value} data-later={value > max || undefined}>
          {value > max ? words.rateLater(value) : words.rateOf(value)}
        </option>
      ))}
    </select>
  );
}
