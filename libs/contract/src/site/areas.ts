/** The areas of learners' front ends, each under the first word of its paths; what no other has is
 * the portal's. */
export const areas = ['portal', 'player', 'user'] as const;
export type AreaName = (typeof areas)[number];
