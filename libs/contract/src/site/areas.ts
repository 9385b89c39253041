/**
 * The front-end areas of the product, each with the application that builds it. An area is named by
 * the first segment of its paths; all other paths are the portal's.
 */
export const applicationOf = {
  portal: 'portal',
  player: 'player',
  user: 'user-centre',
} as const;
export type AreaName = keyof typeof applicationOf;
export const areas = Object.keys(applicationOf) as readonly AreaName[];

/** The application of an area. One from outside has the name of its area. */
export const toApplication = (area: string): string =>
  areas.find((name) => name === area) ? applicationOf[area as AreaName] : area;

/** First segments of the portal's paths and of an edge's own, and labels below the main domain. */
export const reservedNames: readonly string[] = [
  ...Object.values(applicationOf),
  ...areas,
  ...'commons api files pay console www mail qm edge static source app admin'.split(' '),
  ...'login regist forgetpwd bind certificate course item news helpcenter search prohibit'.split(
    ' ',
  ),
  ...'cart order changecredits publicneed profession tour sunset xcys crbjc'.split(' '),
  ...'about contact terms privacy'.split(' '),
];

/** Whether an area from outside may have this name: its path and its label on the main domain. */
export const isOutsideName = (name: string): boolean =>
  /^[a-z][a-z\d]{1,30}$/.test(name) && !reservedNames.includes(name);
