/** How this device plays: the speed, and the captions. It says nothing about a person, and every
 * site is studied on the same player domain, so it stays on the device. */
const key = 'cme_playback';

export const captionSizes = ['small', 'medium', 'large'] as const;
export type CaptionSize = (typeof captionSizes)[number];

export interface PlaybackPreference {
  rate: number;
  captions: CaptionSize | 'off';
}

const initial: PlaybackPreference = { rate: 1, captions: 'off' };

/** Whether a stored value is one that this version knows. */
const isCaptions = (value: unknown): value is PlaybackPreference['captions'] =>
  value === 'off' || captionSizes.some((size) => size === value);

export function readPreference(): PlaybackPreference {
  try {
    const { rate, captions } = JSON.parse(localStorage.getItem(key) ?? '{}') as Record<
      string,
      unknown
    >;
    return {
      rate: typeof rate === 'number' && rate >= 0.5 && rate <= 4 ? rate : initial.rate,
      captions: isCaptions(captions) ? captions : initial.captions,
    };
  } catch {
    return initial;
  }
}

/** Without storage the choice lasts as long as the page. */
export function keepPreference(changed: Partial<PlaybackPreference>): void {
  try {
    localStorage.setItem(key, JSON.stringify({ ...readPreference(), ...changed }));
  } catch {
    // See above.
  }
}
