import { linkTo } from './link-to.ts';
import { routes, type RouteName } from './table.ts';

export interface Menu {
  title: string;
  path: string;
  href(): string;
}

/** The user menu in display order. */
export const personMenus: readonly Menu[] = (
  [
    'trainingclass',
    'learn',
    'myexam',
    'mycertificate',
    'myorder',
    'collection',
    'notice',
  ] as const satisfies readonly RouteName[]
).map((name) => ({
  title: routes[name].title,
  path: routes[name].path,
  href: () => linkTo[name](),
}));
