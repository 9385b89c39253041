/**
 * The front-end areas for learners, each with the application that builds it. An area is named by
 * the first segment of its paths; all other paths are the portal's.
 */
export const applicationOf = {
  portal: 'portal',
  player: 'player',
  user: 'user-centre',
} as const;
export type AreaName = keyof typeof applicationOf;
export const areas = Object.keys(applicationOf) as readonly AreaName[];
