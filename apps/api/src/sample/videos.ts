/** Measured seconds of every checked-in video, by its folder under `apps/api/media/hls/`; written by `tools/media/videos.ts`. */
export const videoSeconds: Readonly<Record<string, number>> = {
  'bls-1-1': 78,
  'bls-1-2': 75,
  'bls-2-1': 73,
  'bls-2-2': 74,
  'hand-hygiene-1-1': 59,
  'hand-hygiene-1-2': 53,
  'hand-hygiene-1-3': 61,
  'medical-ethics-1-1': 102,
  'medical-ethics-1-2': 87,
  'medical-ethics-1-3': 82,
  'medical-ethics-2-1': 810,
  'pressure-injury-1-1': 81,
  'pressure-injury-1-2': 84,
  'pressure-injury-2-1': 80,
  'pressure-injury-2-2': 98,
};
