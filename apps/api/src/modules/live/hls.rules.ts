import type { AppContext } from '../../context.ts';
import { keyFor } from '../../settings/keys.ts';
import { type Holder, mediaPass } from '../player/media/media.rules.ts';

/** An address of a living picture lasts as long as a lecture may: its list is asked for again and
 * again under the same address. */
const passSeconds = 4 * 3600;

export const hlsKeyOf = ({ settings }: Pick<AppContext, 'settings'>) =>
  keyFor(settings, 'live/hls');

/** The living picture for one person. */
export function livingMedia(context: AppContext, contentId: string, holder: Holder): string {
  const { settings } = context;
  // The same address within the hour, so that asking again does not start the picture anew.
  const hour = Math.floor(context.now().getTime() / 3_600_000) * 3600;
  const pass = mediaPass(hlsKeyOf(context), contentId, holder, hour + passSeconds);
  return `${settings.contentBase}/qm/live/${pass}/${contentId}/index.m3u8`;
}
