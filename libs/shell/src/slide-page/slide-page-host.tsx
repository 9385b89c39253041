import { type ComponentType, useEffect, useState } from 'react';
import { lazyPart } from '@cme/ui';
import { useSession } from '../session/use-session.ts';
import { type SlidePageContent, useSlidePage } from '../page/slide-page.ts';

type Part = ComponentType<{ isShown: boolean; onClose: () => void }>;

const parts: Record<SlidePageContent, Part> = {
  person: lazyPart(async () => (await import('./person-page.tsx')).PersonPage),
  menu: lazyPart(async () => (await import('./menu-page.tsx')).MenuPage),
  search: lazyPart(async () => (await import('./search-page.tsx')).SearchPage),
  browser: lazyPart(async () => (await import('./browser-page.tsx')).BrowserPage),
};
const names = Object.keys(parts) as SlidePageContent[];

/** Loads each slide page on first use; the personal one is never shown to guests. */
export function SlidePageHost() {
  const { signedIn } = useSession();
  const { content, close } = useSlidePage();
  return names.map((name) => (
    <Kept
      key={name}
      part={parts[name]}
      isShown={content === name && (name !== 'person' || signedIn)}
      onClose={close}
    />
  ));
}

/** Stays mounted after first use, so that closing can be animated. */
function Kept({
  part: Content,
  isShown,
  onClose,
}: {
  part: Part;
  isShown: boolean;
  onClose: () => void;
}) {
  const [wasShown, setWasShown] = useState(false);
  useEffect(() => setWasShown((before) => before || isShown), [isShown]);
  return isShown || wasShown ? <Content isShown={isShown} onClose={onClose} /> : null;
}
