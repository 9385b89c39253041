/**
 * The part of the router that pages may use. This file is one shared module, so that all areas of
 * a page share the router.
 */
export {
  createBrowserRouter,
  createMemoryRouter,
  generatePath,
  isRouteErrorResponse,
  Link,
  matchPath,
  matchRoutes,
  Navigate,
  NavLink,
  Outlet,
  RouterProvider,
  useBlocker,
  useLocation,
  useMatches,
  useNavigate,
  useNavigation,
  useNavigationType,
  useParams,
  useRouteError,
  useSearchParams,
} from 'react-router';
export type {
  LinkProps,
  NavigateFunction,
  PatchRoutesOnNavigationFunction,
  RouteObject,
} from 'react-router';
