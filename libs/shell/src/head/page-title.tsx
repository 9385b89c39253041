import { inBrowser, page } from '@cme/commons/auth-token';
import { pageTitle } from '@cme/commons/branding';
import { useEffect } from 'react';

/**
 * Sets the document title: `<name>-<site name>`. The last one on the page wins, also in server
 * rendering, which reads the finished title from the page's settings.
 */
export function PageTitle({ name }: { name: string }) {
  const title = pageTitle(name || undefined);
  if (!inBrowser()) (page() as { title?: string }).title = title;
  useEffect(() => {
    document.title = title;
  }, [title]);
  return null;
}
