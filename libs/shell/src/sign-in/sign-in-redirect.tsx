import { loginLink } from '@cme/commons/route-links';
import { useAtomValue } from 'jotai';
import { useEffect } from 'react';
import { goTo } from '../session/go-to.ts';
import { signAtom } from './sign.atoms.ts';

/** Fallback if the sign-in dialog cannot be loaded: redirects to the sign-in page. */
export function SignInRedirect() {
  const { show } = useAtomValue(signAtom);
  useEffect(() => {
    if (show) goTo(loginLink(location.href));
  }, [show]);
  return null;
}
