import { signOut } from '@cme/commons/api-client';
import { loginLink } from '@cme/commons/route-links';
import { goTo } from './go-to.ts';

let isLeaving = false;

/** True while signing out, so that the guard does not ask to sign in. */
export const isSigningOut = (): boolean => isLeaving;

/** Ends the session everywhere and goes to the sign-in page with a return URL to this page. */
export async function signOutAndLeave(): Promise<void> {
  const returnUrl = location.href;
  isLeaving = true;
  try {
    await signOut();
    goTo(loginLink(returnUrl));
  } finally {
    setTimeout(() => (isLeaving = false));
  }
}

export function useSignOut(): () => void {
  return () => void signOutAndLeave();
}
