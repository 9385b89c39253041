import { page } from '@cme/commons/auth-token';
import { areaOf, routes, type ParamsOf, type Route, type RouteName } from './table.ts';

export type Query = Readonly<Record<string, string | number | undefined>>;

/**
 * A link to any page from any area: a path where the page is on this origin, an absolute address
 * otherwise. Parameters come first, then an optional query; empty query values are omitted.
 */
export type Links = {
  readonly [Name in RouteName]: (
    ...given: [...ParamsOf<(typeof routes)[Name]['path']>, query?: Query]
  ) => string;
};

/** `linkTo.course(id)`, `linkTo.news({ type: 'B' })` … */
export const linkTo: Links & { play(courseId: string, sectionId?: string | Query): string } = {
  ...(Object.fromEntries(
    Object.entries(routes).map(([name, route]) => [
      name,
      (...args: unknown[]) => buildLink(route as Route, args),
    ]),
  ) as unknown as Links),
  play: (courseId, section) =>
    buildLink(routes.play as unknown as Route, [
      courseId,
      typeof section === 'string' ? { section } : section,
    ]),
};

function buildLink(route: Route, args: readonly unknown[]): string {
  const count = route.path.split('/:').length - 1;
  const params = args.slice(0, count).map(String) as unknown as ParamsOf<string>;
  return addAreaOrigin(
    route.area,
    route.href(...params) + queryOf(args[count] as Query | undefined),
  );
}

/** The address of a path from here, depending on its area. */
export function linkToPath(path: string): string {
  return addAreaOrigin(areaOf(path, Object.keys(page().areas)), path);
}

/** True when a link leaves this origin and needs a full navigation. */
export function isElsewhere(href: string): boolean {
  return /^https?:/.test(href);
}

function addAreaOrigin(area: string, path: string): string {
  const { areas, host } = page();
  const origin = areas[area];
  return !origin || URL.parse(origin)?.host === host ? path : origin + path;
}

export function queryOf(query: Query = {}): string {
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(query))
    if (value !== undefined && value !== '') search.set(name, String(value));
  return search.size > 0 ? `?${search}` : '';
}
