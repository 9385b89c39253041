import { watchSession } from '@cme/commons/api-client';
import { registerStage } from '@cme/commons/auth-token';
import { routes } from '@cme/commons/route-links';
import { useLocation, useNavigationType } from '@cme/ui/router';
import { useAtomValue } from 'jotai';
import { useEffect, useRef, useState } from 'react';
import { lazyPart, toast } from '@cme/ui';
import { SignInRedirect } from '../sign-in/sign-in-redirect.tsx';
import { changeSign, signAtom, currentSign } from '../sign-in/sign.atoms.ts';
import { useIsOutside } from '../admission/admission.ts';
import { profilePromptAtom, showProfilePrompt } from '../profile/profile-prompt.ts';
import { claimStoredItems } from '../session/end-stored-items.ts';
import { useUserInfo } from '../session/use-user-info.ts';

const SignInDialog = lazyPart(
  async () => (await import('../sign-in/sign-in-dialog.tsx')).SignInDialog,
  {
    fallback: SignInRedirect,
  },
);
const SessionLostDialog = lazyPart(
  async () => (await import('./session-lost-dialog.tsx')).SessionLostDialog,
);

const ProfileDialog = lazyPart(
  async () => (await import('../profile/profile-dialog.tsx')).ProfileDialog,
);

/**
 * Watches the session and shows its dialogs, which load on first use; rendered once per document.
 */
export function SessionHost() {
  const [askedStatus, setAsked] = useState<401 | 403>();
  const { show } = useAtomValue(signAtom);
  const [wasShown, setWasShown] = useState(false);
  useEffect(
    () => registerStage({ ask: setAsked, say: (kind, message) => toast[kind](message) }),
    [],
  );
  useEffect(() => watchSession(() => {}), []);
  useEffect(() => setWasShown((before) => before || show), [show]);
  useClosingOnNavigation();
  useProfileQuestion();
  useOwnStoredItems();
  const { isShown: isProfileShown } = useAtomValue(profilePromptAtom);
  return (
    <>
      {show || wasShown ? <SignInDialog isShown={show} /> : null}
      {isProfileShown && !askedStatus ? <ProfileDialog /> : null}
      {askedStatus ? (
        <SessionLostDialog status={askedStatus} onDone={() => setAsked(undefined)} />
      ) : null}
    </>
  );
}

/**
 * Pages on which the dialog would interrupt: sign-in, payment, player and exam. The settings show
 * the same fields themselves.
 */
const quietPages = /^\/(login|regist|forgetpwd|order|player|user\/setting)(\/|$)/;

/** Users with an incomplete profile are asked once per session. */
function useProfileQuestion(): void {
  const { user } = useUserInfo();
  const { pathname } = useLocation();
  const { show } = useAtomValue(signAtom);
  const isOutside = useIsOutside();
  const isAsked = user?.profile_prompt === 'Y' && !isOutside;
  const isDue = isAsked && !show && !quietPages.test(pathname);
  useEffect(() => {
    if (isDue) showProfilePrompt(false);
  }, [isDue]);
}

function useOwnStoredItems(): void {
  const userId = useUserInfo().user?.user_id;
  useEffect(() => {
    if (userId) claimStoredItems(userId);
  }, [userId]);
}

/**
 * Navigation closes the sign-in dialog and cancels what opened it, unless the dialog itself led
 * to registration. A page that replaces its own address, as to remove a code, has not been left.
 */
function useClosingOnNavigation(): void {
  const { key, pathname } = useLocation();
  const isReplaced = useNavigationType() === 'REPLACE';
  const previous = useRef({ key, pathname });
  useEffect(() => {
    const { current } = previous;
    if (current.key === key) return;
    previous.current = { key, pathname };
    if (isReplaced && current.pathname === pathname) return;
    const { opt } = currentSign();
    const isRegistering = opt.isRegistering === true && pathname === routes.registPerson.path;
    changeSign({ show: false, opt: { ...opt, isRegistering, isAwaited: isRegistering } });
  }, [key, pathname, isReplaced]);
}
