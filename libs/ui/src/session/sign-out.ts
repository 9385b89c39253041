import { signOut } from '@cme/commons/api-client';
import { loginLink } from '@cme/commons/route-links';
import { goTo } from './go-to.ts';

let isLeaving = false;

/** True while somebody is on the way out, so that no guard tells them to sign in. */
export const isSigningOut = (): boolean => isLeaving;

/** Ends the session everywhere and goes to the sign-in page, with the way back to this one. */
export async function signOutAndLeave(): Promise<void> {
  const back = location.href;
  isLeaving = true;
  try {
    await signOut();
    goTo(loginLink(back));
  } finally {
    setTimeout(() => (isLeaving = false));
  }
}

export function useSignOut(): () => void {
  return () => void signOutAndLeave();
}
