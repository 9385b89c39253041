import { restore } from '@cme/commons/api-client';
import { inBrowser, pageSession, subscribe } from '@cme/commons/auth-token';
import { isOpen, site } from '@cme/commons/branding';
import { guard, loginLink, routes, type Decision, type PageAccess } from '@cme/commons/route-links';
import { words } from '@cme/contract/base';
import { useLocation, useNavigate } from '@cme/ui/router';
import { IsRestoringProvider, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useEffect, useRef } from 'react';
import { siteUrl } from '../head/head-tags.ts';
import { toast } from '@cme/ui';
import { leaveSignIn } from '../sign-in/after-sign-in.ts';
import { endStoredItems } from '../session/end-stored-items.ts';
import { syncCaches } from '../session/session-caches.ts';
import { goTo, setPageNavigate } from '../session/go-to.ts';
import { isSigningOut } from '../session/sign-out.ts';
import { firstSession, useSession } from '../session/use-session.ts';
import { useUserInfo } from '../session/use-user-info.ts';

/**
 * The route guard, once around all pages of a document: renders a page or redirects to sign-in.
 * Until the session is known, a server-rendered page of a learner shows a loading state and makes
 * no requests.
 */
export function Guard({ access, children }: { access: PageAccess; children: ReactNode }) {
  usePageNavigate();
  useSessionCaches();
  const { decision, isShown } = useDecision(access);
  const { pathname, search, hash } = useLocation();
  const href = siteUrl(pathname + search + hash);
  useEffect(() => {
    if (decision === 'ask') void restore();
    if (decision === 'away') leaveSignIn();
    if (decision !== 'closed' && decision !== 'login') return;
    const reason = isSigningOut() ? undefined : decision;
    if (reason) toast.warning(reasons[reason], { key: 'guard' });
    goTo(loginLink(href, { why: reason }), { replace: true });
  }, [decision, href]);
  useRedirectReason();
  return (
    <IsRestoringProvider value={decision !== 'allow'}>
      {isShown ? children : null}
    </IsRestoringProvider>
  );
}

const reasons = { closed: words.siteClosed, login: words.loginFirst };

/** Shows on the sign-in page why another platform domain redirected here. */
function useRedirectReason(): void {
  const { pathname, search } = useLocation();
  const reason = pathname === routes.login.path ? new URLSearchParams(search).get('why') : null;
  useEffect(() => {
    if (reason === 'closed' || reason === 'login') toast.warning(reasons[reason], { key: 'guard' });
  }, [reason]);
}

interface Decided {
  decision: Decision;
  isShown: boolean;
}

function useDecision(access: PageAccess): Decided {
  const session = useSession();
  const { state } = session;
  const { pathname, search } = useLocation();
  const isLogin = pathname === routes.login.path;
  const { user, isLoading } = useUserInfo();
  const lastReason = useRef('');
  const rendered = useRef('');
  const decided = guard({
    access,
    pathname,
    isOpen: isOpen(site()),
    // Only a user whom the server has confirmed is redirected from the sign-in page; otherwise an
    // expired token could never leave it.
    session: isLogin && state === 'in' && !user ? 'unknown' : state,
    again: new URLSearchParams(search).has('again'),
  });
  if (isLogin && state === 'in' && isLoading) return { decision: 'ask', isShown: false };
  if (access === 'learner' && session === firstSession) {
    rendered.current = pathname;
    return { decision: 'ask', isShown: true };
  }
  if (decided === 'allow' && state === 'in') lastReason.current = pathname;
  const isSeen = lastReason.current === pathname;
  if (decided === 'allow' || (staysInView(decided) && isSeen))
    return { decision: 'allow', isShown: true };
  // The server-rendered page stays until the session is known or the sign-in page has loaded.
  return { decision: decided, isShown: rendered.current === pathname && !isSeen };
}

/**
 * If the session is lost while a page is open, the page stays behind the dialog that asks to sign
 * in again.
 */
function staysInView(decision: Decision): boolean {
  if (!inBrowser() || (decision !== 'login' && decision !== 'closed')) return false;
  const { asked, quiet } = pageSession();
  return asked && !quiet;
}

function usePageNavigate(): void {
  const navigate = useNavigate();
  useEffect(() => setPageNavigate(navigate), [navigate]);
}

/** Restores the platform session once and keeps the caches in step with it. */
function useSessionCaches(): void {
  const client = useQueryClient();
  useEffect(() => {
    const stop = subscribe((event) => {
      endStoredItems(event);
      syncCaches(client, event);
    });
    void restore();
    return stop;
  }, [client]);
}
