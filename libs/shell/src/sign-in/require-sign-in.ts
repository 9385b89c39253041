import { restore } from '@cme/commons/api-client';
import { subscribe } from '@cme/commons/auth-token';
import { getDefaultStore } from 'jotai';
import { restoreFocus } from '@cme/ui';
import { changeSign, currentSign, signAtom, waitingIn } from './sign.atoms.ts';
import { currentSession } from '../session/use-session.ts';

/** Never changed: releases on the same page recognise each other's errors by it. */
const errorName = 'SignInCancelled';

/** The sign-in dialog was closed, or the user navigated away. */
export class SignInCancelledError extends Error {
  constructor() {
    super('未登录');
    this.name = errorName;
  }
}

/** Recognises the error also from another copy of this library. */
export const isSignInCancelled = (error: unknown): boolean =>
  error instanceof Error && error.name === errorName;

/** Milliseconds until the page is re-rendered. */
const renderDelay = 50;

/**
 * Resolves once a user is signed in and opens the sign-in dialog if necessary, so that the
 * interrupted action continues. Registration from the dialog counts once the user is back.
 * Rejects with `SignInCancelledError` if the dialog is closed.
 */
export async function requireSignIn(): Promise<void> {
  const opener = document.activeElement;
  if (currentSession().state === 'unknown') await restore();
  if (currentSession().signedIn) return;
  const store = getDefaultStore();
  changeSign({
    show: true,
    state: 'login',
    opt: { ...waitingIn(currentSign()), isAwaited: true },
    login_error_msg: '',
  });
  await new Promise<void>((resolve, reject) => {
    const settle = () => {
      const { show, opt } = currentSign();
      // A user who registers returns to this page first.
      if (opt.isRegistering) return;
      if (currentSession().signedIn) resolve();
      else if (!show) cancel();
      else return;
      stopSession();
      stopDialog();
    };
    const cancel = () => {
      reject(new SignInCancelledError());
      // The pressed element is disabled while its action is pending and can be focused only after
      // a re-render.
      restoreFocus(() => opener, renderDelay);
    };
    const stopSession = subscribe(settle);
    const stopDialog = store.sub(signAtom, settle);
  });
}

/**
 * `requireSignIn` for components: `await requireSignIn()` before an action that requires a user.
 */
export function useSignIn(): () => Promise<void> {
  return requireSignIn;
}
