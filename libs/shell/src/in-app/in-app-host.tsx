import { useLocation } from '@cme/ui/router';
import { useEffect, useRef } from 'react';
import { useSlidePage } from '../page/slide-page.ts';
import { inApp } from './in-app.ts';

/**
 * Behaviour inside chat apps: files open in an external browser, and the share menu describes the
 * page.
 */
export function InAppHost() {
  const app = inApp();
  useDownloadsElsewhere(app !== '');
  useShareMenu(app !== '');
  return null;
}

/** Intercepts plain download links anywhere on the page. */
function useDownloadsElsewhere(isInApp: boolean): void {
  const { open } = useSlidePage();
  const show = useRef(open);
  useEffect(() => void (show.current = open));
  useEffect(() => {
    if (!isInApp) return;
    const onClick = (event: MouseEvent) => {
      const { target } = event;
      if (!(target instanceof Element) || !target.closest('a[download]')) return;
      event.preventDefault();
      event.stopPropagation();
      show.current('browser');
    };
    document.addEventListener('click', onClick, true);
    return () => document.removeEventListener('click', onClick, true);
  }, [isInApp]);
}

/** Milliseconds after navigation until the page's head is complete. */
const settleMs = 400;

/** Updates the share menu on every page, whose title may arrive with its data. */
function useShareMenu(isInApp: boolean): void {
  const { pathname, search } = useLocation();
  useEffect(() => {
    if (!isInApp) return;
    let timer: ReturnType<typeof setTimeout>;
    const shareLater = () => {
      clearTimeout(timer);
      timer = setTimeout(() => void sharePage(), settleMs);
    };
    const watcher = new MutationObserver(shareLater);
    watcher.observe(document.head, { childList: true, subtree: true, characterData: true });
    shareLater();
    return () => {
      clearTimeout(timer);
      watcher.disconnect();
    };
  }, [isInApp, pathname, search]);
}

/** A share menu without details is not worth an error message. */
async function sharePage(): Promise<void> {
  try {
    const { shareThisPage } = await import('./share-menu.ts');
    await shareThisPage();
  } catch (error) {
    console.warn('the share menu:', error instanceof Error ? error.message : error);
  }
}
