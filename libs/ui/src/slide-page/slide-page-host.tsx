import { useEffect, useState } from 'react';
import { lazyPart } from '../pieces/lazy-part.tsx';
import { useSession } from '../session/use-session.ts';
import { useSlidePage } from './slide-page.ts';

const PersonPage = lazyPart(async () => (await import('./person-page.tsx')).PersonPage);

/** Loads the slide page when it is first opened; nobody who is signed out sees one. */
export function SlidePageHost() {
  const { signedIn } = useSession();
  const { show, close } = useSlidePage();
  const [wasShown, setWasShown] = useState(false);
  const isShown = show && signedIn;
  useEffect(() => setWasShown((before) => before || isShown), [isShown]);
  return isShown || wasShown ? <PersonPage isShown={isShown} onClose={close} /> : null;
}
