/** Measured seconds of every checked-in video, by its folder under `apps/api/media/hls/`; written by `tools/media/videos.ts`. */
export const videoSeconds: Readonly<Record<string, number>> = {
  'hand-hygiene-1-1': 59,
  'hand-hygiene-1-2': 53,
  'hand-hygiene-1-3': 61,
};
