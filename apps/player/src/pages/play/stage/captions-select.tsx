import { useEffect, useState } from 'react';
import { addListeners } from '../../../components/listen.ts';
import css from '../../../components/stage.module.css';
import { words } from '../../../components/words.ts';
import {
  type CaptionSize,
  captionSizes,
  keepPreference,
  type PlaybackPreference,
  readPreference,
} from './playback-preference.ts';

type Captions = PlaybackPreference['captions'];

function showCaptions(video: HTMLVideoElement, captions: Captions): void {
  if (captions !== 'off') video.dataset['captions'] = captions;
  for (const track of video.textTracks)
    if (track.kind === 'captions') track.mode = captions === 'off' ? 'disabled' : 'showing';
}

/** Captions: off, or Chinese in one of three sizes. Kept on the device, for every section. */
export function CaptionsSelect({ video }: { video: HTMLVideoElement }) {
  const [captions, setCaptions] = useState(() => readPreference().captions);
  useEffect(() => {
    showCaptions(video, readPreference().captions);
    // Every section brings a track of its own.
    const onTrack = () => showCaptions(video, readPreference().captions);
    // The key `c` of the controls switches them, too.
    const onChange = () => {
      const isShown = Array.from(video.textTracks).some(({ mode }) => mode === 'showing');
      const kept = readPreference().captions;
      const next: Captions = isShown ? (kept === 'off' ? getSize(video) : kept) : 'off';
      if (isShown) video.dataset['captions'] = next;
      if (video.textTracks.length > 0 && next !== kept) keepPreference({ captions: next });
      setCaptions(next);
    };
    return addListeners([
      [video.textTracks, 'addtrack', onTrack],
      [video.textTracks, 'change', onChange],
    ]);
  }, [video]);
  const choose = (next: Captions) => {
    keepPreference({ captions: next });
    setCaptions(next);
    showCaptions(video, next);
  };
  return (
    <span className={css.captions} data-on={captions !== 'off'}>
      <span aria-hidden="true">{words.captionsMark}</span>
      <select
        aria-label={words.captionsMenu}
        value={captions}
        onChange={(event) => choose(event.target.value as Captions)}
      >
        <option value="off">{words.captionsOff}</option>
        {captionSizes.map((size) => (
          <option key={size} value={size}>
            {words.captionsOf[size]}
          </option>
        ))}
      </select>
    </span>
  );
}

const getSize = (video: HTMLVideoElement): CaptionSize =>
  captionSizes.find((size) => size === video.dataset['captions']) ?? 'medium';
