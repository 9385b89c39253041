import type { AppContext } from '../../platform/context/context.ts';
import { keyFor } from '../../platform/settings/keys.ts';
import { type Holder, longestMediaSeconds, mediaPass } from '../player/media/media.rules.ts';

/** Lifetime of a live stream URL, which also ends with the session and the enrolment. Each beat
 * answers with a newer one. */
const passSeconds = longestMediaSeconds;

export const deriveHlsKey = ({ settings }: Pick<AppContext, 'settings'>) =>
  keyFor(settings, 'live/hls');

/** The stream URL for one person. */
export function livingMedia(context: AppContext, contentId: string, holder: Holder): string {
  const { settings } = context;
  // The same URL within an hour, so that reloading the data does not restart the stream.
  const hour = Math.floor(context.now().getTime() / 3_600_000) * 3600;
  const pass = mediaPass(deriveHlsKey(context), contentId, holder, hour + passSeconds);
  return `${settings.contentBase}/qm/live/${pass}/${contentId}/index.m3u8`;
}
