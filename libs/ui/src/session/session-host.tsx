import { watchSession } from '@cme/commons/api-client';
import { takeStage } from '@cme/commons/auth-token';
import { useLocation } from '@cme/ui/router';
import { useAtomValue } from 'jotai';
import { lazy, Suspense, useEffect, useRef, useState } from 'react';
import { toast } from '../toast/toast.ts';
import { changeSign, signAtom } from './sign.atoms.ts';

const SignInDialog = lazy(() => import('./sign-in-dialog.tsx').then((module) => ({ default: module.SignInDialog })));
const LostDialog = lazy(() => import('./lost-dialog.tsx').then((module) => ({ default: module.LostDialog })));

/** Watches the session and shows what it asks; stands once in a document, and its dialogs are loaded when they are first needed. */
export function SessionHost() {
  const [asked, setAsked] = useState<401 | 403>();
  const { show } = useAtomValue(signAtom);
  const [wasShown, setWasShown] = useState(false);
  useEffect(() => takeStage({ ask: setAsked, say: (kind, message) => toast[kind](message) }), []);
  useEffect(() => watchSession(() => {}), []);
  useEffect(() => setWasShown((before) => before || show), [show]);
  useClosingOnNavigation();
  return (
    <Suspense fallback={null}>
      {show || wasShown ? <SignInDialog isShown={show} /> : null}
      {asked ? <LostDialog status={asked} onDone={() => setAsked(undefined)} /> : null}
    </Suspense>
  );
}

/** Another page closes the sign-in dialog; what had asked for it is given up. */
function useClosingOnNavigation(): void {
  const { key } = useLocation();
  const before = useRef(key);
  useEffect(() => {
    if (before.current === key) return;
    before.current = key;
    changeSign({ show: false });
  }, [key]);
}
