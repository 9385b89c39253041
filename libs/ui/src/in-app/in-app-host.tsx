import { useLocation } from '@cme/ui/router';
import { useEffect, useRef } from 'react';
import { useSlidePage } from '../slide-page/slide-page.ts';
import { inApp } from './in-app.ts';

/** What differs inside of a chat application: files are opened elsewhere, and its share menu tells
 * what the page is. */
export function InAppHost() {
  const app = inApp();
  useDownloadsElsewhere(app !== '');
  useShareMenu(app !== '');
  return null;
}

/** A plain link to a file anywhere on the page. */
function useDownloadsElsewhere(isInApp: boolean): void {
  const { open } = useSlidePage();
  const show = useRef(open);
  useEffect(() => void (show.current = open));
  useEffect(() => {
    if (!isInApp) return;
    const caught = (event: MouseEvent) => {
      const { target } = event;
      if (!(target instanceof Element) || !target.closest('a[download]')) return;
      event.preventDefault();
      event.stopPropagation();
      show.current('browser');
    };
    document.addEventListener('click', caught, true);
    return () => document.removeEventListener('click', caught, true);
  }, [isInApp]);
}

/** The page has said what it is a moment after it has come. */
const settled = 400;

/** Tells the share menu about every page, whose title may come with its data. */
function useShareMenu(isInApp: boolean): void {
  const { pathname, search } = useLocation();
  useEffect(() => {
    if (!isInApp) return;
    let timer: ReturnType<typeof setTimeout>;
    const later = () => {
      clearTimeout(timer);
      timer = setTimeout(() => void share(), settled);
    };
    const watcher = new MutationObserver(later);
    watcher.observe(document.head, { childList: true, subtree: true, characterData: true });
    later();
    return () => {
      clearTimeout(timer);
      watcher.disconnect();
    };
  }, [isInApp, pathname, search]);
}

/** A share menu that says less is no fault that anybody has to be told of. */
async function share(): Promise<void> {
  try {
    const { shareThisPage } = await import('./share-menu.ts');
    await shareThisPage();
  } catch (fault) {
    console.warn('the share menu:', fault instanceof Error ? fault.message : fault);
  }
}
