import { page } from '@cme/commons/auth-token';
import { MantineProvider } from '@mantine/core';
import { type QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { setNonce } from 'get-nonce';
import { type ReactNode, useEffect, useMemo } from 'react';
import { themeOf } from './theme/theme.ts';

/** What every page and every mounted area stands in: the site's look and the page's query client. */
export function UiProvider({ client, children }: { client: QueryClient; children: ReactNode }) {
  const { nonce, site } = page();
  const { primary, radius } = site.theme;
  const theme = useMemo(() => themeOf({ primary, radius }), [primary, radius]);
  // Styles that come later (the scroll lock of a dialog) read the nonce from here.
  setNonce(nonce);
  useEffect(started, []);
  return (
    <QueryClientProvider client={client}>
      <MantineProvider theme={theme} forceColorScheme="light" getStyleNonce={() => nonce}>
        {children}
      </MantineProvider>
    </QueryClientProvider>
  );
}

/** Read by the script that the edge sends with every page, which says so when one never starts. */
function started(): void {
  document.documentElement.dataset['started'] = '';
}
