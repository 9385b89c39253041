import { inBrowser, page } from '@cme/commons/auth-token';
import { pageTitle } from '@cme/commons/branding';
import { useEffect } from 'react';

/** Names the page in the window's title: `<name>-<site name>`. The last one on the page counts,
 * also for a rendering server, which finds the finished title beside the page's settings. */
export function PageTitle({ name }: { name: string }) {
  const title = pageTitle(name || undefined);
  if (!inBrowser()) (page() as { title?: string }).title = title;
  useEffect(() => {
    document.title = title;
  }, [title]);
  return null;
}
