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
import { Frame, type FrameKind } from '../frame/frame.tsx';
import { InAppHost } from '../in-app/in-app-host.tsx';
import { isStarting } from '../page/keep-content.ts';
import { SlidePageHost } from '../slide-page/slide-page-host.tsx';
import { reportFailure } from '../page/report-failure.ts';
import { useScrollRestoration } from '../scroll/use-scroll-restoration.ts';
import { ErrorState, lazyPart, Toasts } from '@cme/ui';
import { EarlySite, EndedSite, NotFound } from '../notice/notice-pages.tsx';
import { PageHead } from '../head/page-head.tsx';
import { PageTitle } from '../head/page-title.tsx';
import { useIsOutside } from '../admission/admission.ts';
import { Guard } from '../guard/guard.tsx';
import { SignInRedirect } from '../sign-in/sign-in-redirect.tsx';
import { words } from '../page/words.ts';

/** Pages on which learners of an ended site read their records; declared `shows_records`. */
const recordPaths: ReadonlySet<string> = new Set(
  [
    routes.login,
    routes.forgetpwd,
    routes.user,
    routes.trainingclass,
    routes.learn,
    routes.myexam,
    routes.mycertificate,
    routes.myorder,
    routes.myfile,
    routes.collection,
    routes.notice,
    routes.setting,
  ].map(({ path }) => path),
);

const EndedBar = lazyPart(async () => (await import('../notice/ended-bar.tsx')).EndedBar);

/** What a route declares about its page; the deepest match wins. */
export interface Handle {
  title?: string;
  /** Meta description. */
  description?: string;
  /** Not to be indexed, like every page that requires a learner. */
  isHidden?: boolean;
  access?: PageAccess;
  frame?: FrameKind;
}

const SessionHost = lazyPart(async () => (await import('../guard/session-host.tsx')).SessionHost, {
  fallback: SignInRedirect,
});

const AdmissionPage = lazyPart(
  async () => (await import('../admission/admission-page.tsx')).AdmissionPage,
);

/** The root route around all pages of a document. */
export function Root() {
  const { title = '', description, access = 'open', frame = 'full', isHidden } = useHandle();
  const { pathname } = useLocation();
  useScrollRestoration();
  const isOutside = useIsOutside();
  const notice = siteNotice(pathname);
  if (notice) return <Frame kind="narrow">{notice}</Frame>;
  const isRecord = isEnded(site()) && recordPaths.has(pathname);
  const narrowFrame = isRecord && frame === 'full' ? 'plain' : 'narrow';
  return (
    <>
      <PageHead
        name={title}
        description={description}
        isHidden={isHidden || access === 'learner'}
      />
      <Frame kind={isEnded(site()) || isOutside ? narrowFrame : frame}>
        {isRecord ? <EndedBar /> : null}
        <Guard access={access}>
          {/* No Suspense boundary here: its content would hydrate when the browser is idle, and by
             then a sign-out may have cleared the rendered data. */}
          {isOutside ? <AdmissionPage /> : <Outlet />}
        </Guard>
      </Frame>
      <Overlays />
    </>
  );
}

/** Replaces every page of a site that is not in service. */
function siteNotice(pathname: string): ReactNode {
  const currentSite = site();
  if (isEnded(currentSite)) {
    const isRecord = currentSite.records_until !== undefined && recordPaths.has(pathname);
    return pathname === routes.verify.path || isRecord ? null : <EndedSite />;
  }
  return currentSite.opens_at ? <EarlySite opensAt={currentSite.opens_at} /> : null;
}

/**
 * The route tree of a document, the same in the browser and on a server. Created anew for each,
 * because a router mutates the routes that it loads.
 */
export const rootRoutes = (pages: readonly RouteObject[]): RouteObject[] => [
  {
    id: 'root',
    Component: Root,
    ErrorBoundary: RootError,
    HydrateFallback: () => null,
    children: pages.map((page) => ({ ...page })),
  },
];

/**
 * Replaces the page when it throws or no route matches; the frame stays. A rendered page that throws
 * while it starts is not replaced: the error goes on to `keepContent`.
 */
export function RootError() {
  const error = useRouteError();
  const isUnknown = isRouteErrorResponse(error) && error.status === 404;
  useScrollRestoration();
  const notice = siteNotice('');
  if (notice) return <Frame kind="narrow">{notice}</Frame>;
  if (!isUnknown && isStarting()) throw error;
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
  useEffect(() => reportFailure(error), [error]);
  return (
    <>
      <PageTitle name={words.failed} />
      <ErrorState isPage error={error} onRetry={() => location.reload()} />
    </>
  );
}

/** Dialogs and toasts load after the first view. */
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
