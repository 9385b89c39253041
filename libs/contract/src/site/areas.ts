/**
 * The front-end areas for learners, each under the first segment of its paths; all other paths are
 * the portal's.
 */
export const areas = ['portal', 'player', 'user'] as const;
export type AreaName = (typeof areas)[number];
