import { restore } from '@cme/commons/api-client';
import { subscribe } from '@cme/commons/auth-token';
import { getDefaultStore } from 'jotai';
import { restoreFocus } from '../forms/restore-focus.ts';
import { changeSign, currentSign, signAtom, waitingIn } from './sign.atoms.ts';
import { currentSession } from '../session/use-session.ts';

/** Somebody closed the sign-in dialog, or went to another page, instead of signing in. */
export class SignInCancelled extends Error {
  constructor() {
    super('未登录');
    this.name = 'SignInCancelled';
  }
}

/** Milliseconds. */
const drawing = 50;

/** Resolves when somebody is signed in, showing the sign-in dialog when nobody is: what comes
 * after it is what was interrupted. Registration from the dialog counts when its person has come
 * back. Rejects with `SignInCancelled` when the dialog is closed. */
export async function requireSignIn(): Promise<void> {
  const asker = document.activeElement;
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
      // Whoever registers comes back to this page first.
      if (opt.isRegistering) return;
      if (currentSession().signedIn) resolve();
      else if (!show) cancel();
      else return;
      stopSession();
      stopDialog();
    };
    const cancel = () => {
      reject(new SignInCancelled());
      // What was pressed waits for its answer and can take the focus only after it has been drawn
      // anew.
      restoreFocus(() => asker, drawing);
    };
    const stopSession = subscribe(settle);
    const stopDialog = store.sub(signAtom, settle);
  });
}

/** `requireSignIn` for components: `await requireSignIn()` before what needs a person. */
export function useSignIn(): () => Promise<void> {
  return requireSignIn;
}
