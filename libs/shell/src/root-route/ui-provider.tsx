import { type QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { type ReactNode, useEffect } from 'react';
import { endStart } from '../page/keep-content.ts';
import { SiteTheme } from './site-theme.tsx';

/** Wraps all pages of a document: the site's theme and the page's query client. */
export function UiProvider({ client, children }: { client: QueryClient; children: ReactNode }) {
  useEffect(markStarted, []);
  return (
    <QueryClientProvider client={client}>
      <SiteTheme>{children}</SiteTheme>
    </QueryClientProvider>
  );
}

/** Tells the edge's inline script, which reports pages that never start. */
function markStarted(): void {
  document.documentElement.dataset['started'] = '';
  // Errors of these effects are handled before the next task.
  setTimeout(endStart);
}
