import { isEnded, site } from '@cme/commons/branding';
import { type PageAccess, routes } from '@cme/commons/route-links';
import {
  isRouteErrorResponse,
  Outlet,
  type RouteObject,
  useLocation,
  useMatches,
  useRouteError,
} from '@cme/ui/router';
import { type ReactNode, useEffect, useState } from 'react';
import { Frame, type FrameKind } from './frame/frame.tsx';
import { InAppHost } from './in-app/in-app-host.tsx';
import { SlidePageHost } from './slide-page/slide-page-host.tsx';
import { useScrollRestoration } from './scroll/use-scroll-restoration.ts';
import { ErrorState } from './states/error-state.tsx';
import { lazyPart } from './pieces/lazy-part.tsx';
import { EarlySite, EndedSite, NotFound } from './states/notice-pages.tsx';
import { PageHead } from './pieces/page-head.tsx';
import { PageTitle } from './pieces/page-title.tsx';
import { Guard } from './session/guard.tsx';
import { SignInRedirect } from './sign-in/sign-in-redirect.tsx';
import { Toasts } from './toast/toasts.tsx';
import { words } from './words.ts';

/** What a route says about itself; the deepest one's word counts. */
export interface Handle {
  title?: string;
  /** What the page is, for those who list it. */
  description?: string;
  /** Not to be listed by search engines, as everything that asks for a learner. */
  isHidden?: boolean;
  access?: PageAccess;
  frame?: FrameKind;
}

const SessionHost = lazyPart(async () => (await import('./session/session-host.tsx')).SessionHost, {
  fallback: SignInRedirect,
});

/** The one route around all pages of a document. */
export function Root() {
  const { title = '', description, access = 'open', frame = 'full', isHidden } = useHandle();
  const { pathname } = useLocation();
  useScrollRestoration();
  const notice = siteNotice(pathname);
  if (notice) return <Frame kind="narrow">{notice}</Frame>;
  return (
    <>
      <PageHead
        name={title}
        description={description}
        isHidden={isHidden || access === 'learner'}
      />
      <Frame kind={isEnded(site()) ? 'narrow' : frame}>
        <Guard access={access}>
          {/* No boundary here: what is inside of one is hydrated when the browser is idle, and by then a sign-out may have emptied what the server showed. */}
          <Outlet />
        </Guard>
      </Frame>
      <Overlays />
    </>
  );
}

/** What stands in the place of every page, on a site that serves none. */
function siteNotice(pathname: string): ReactNode {
  const here = site();
  if (isEnded(here)) return pathname === routes.verify.path ? null : <EndedSite />;
  return here.opens_at ? <EarlySite opensAt={here.opens_at} /> : null;
}

/** The tree of a document: all pages in the one route around them. The same in the browser and on a
 * server; made anew for each, because a router fills in what it loads. */
export const rootRoutes = (pages: readonly RouteObject[]): RouteObject[] => [
  {
    id: 'root',
    Component: Root,
    ErrorBoundary: RootError,
    HydrateFallback: () => null,
    children: pages.map((page) => ({ ...page })),
  },
];

/** In place of the pages when one of them breaks or none of them is meant; the frame stays. */
export function RootError() {
  const error = useRouteError();
  const isUnknown = isRouteErrorResponse(error) && error.status === 404;
  useScrollRestoration();
  const notice = siteNotice('');
  if (notice) return <Frame kind="narrow">{notice}</Frame>;
  return (
    <>
      <Frame kind="full">
        {isUnknown ? (
          <Guard access="open">
            <NotFound />
          </Guard>
        ) : (
          <PageError error={error} />
        )}
      </Frame>
      <Overlays />
    </>
  );
}

function PageError({ error }: { error: unknown }): ReactNode {
  useEffect(() => {
    console.error(error);
    // Heard by the edge's own script, which counts failing pages by release.
    dispatchEvent(new CustomEvent('cme:failed', { detail: error }));
  }, [error]);
  return (
    <>
      <PageTitle name={words.failed} />
      <ErrorState isPage error={error} onRetry={() => location.reload()} />
    </>
  );
}

/** Dialogs and toasts are nothing that a first view needs: they come after it. */
function Overlays() {
  const [isShown, setShown] = useState(false);
  useEffect(() => setShown(true), []);
  if (!isShown) return null;
  return (
    <>
      <SessionHost />
      <SlidePageHost />
      <InAppHost />
      <Toasts />
    </>
  );
}

function useHandle(): Handle {
  return Object.assign({}, ...useMatches().map(({ handle }) => handle)) as Handle;
}
