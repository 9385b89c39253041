export { contentLink, playerLink, type ContentRef } from './content.ts';
export { isElsewhere, linkTo, linkToPath, type Links, type Query } from './link-to.ts';
export { personMenus, type Menu } from './menus.ts';
export {
  afterSignIn,
  guard,
  loginLink,
  ownFamily,
  type Decision,
  type SignInPlace,
} from './redirects.ts';
export { forRouter, safeTarget, type Family } from './safe-target.ts';
export {
  areaOf,
  entryPages,
  findTitle,
  patterns,
  routes,
  type PageAccess,
  type Route,
  type RouteName,
} from './table.ts';
