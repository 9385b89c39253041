import { loginLink } from '@cme/commons/route-links';
import { useAtomValue } from 'jotai';
import { useEffect } from 'react';
import { goTo } from '../session/go-to.ts';
import { signAtom } from './sign.atoms.ts';

/** Where the sign-in dialog cannot be had, whoever is asked to sign in goes to the page for it. */
export function SignInRedirect() {
  const { show } = useAtomValue(signAtom);
  useEffect(() => {
    if (show) goTo(loginLink(location.href));
  }, [show]);
  return null;
}
