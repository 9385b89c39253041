import { page } from '@cme/commons/auth-token';
import { MantineProvider } from '@mantine/core';
import { type QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { setNonce } from 'get-nonce';
import { type ReactNode, useMemo } from 'react';
import { themeOf } from './theme/theme.ts';

/** What every page and every mounted area stands in: the site's look and the page's query client. */
export function Ui({ client, children }: { client: QueryClient; children: ReactNode }) {
  const { nonce, site } = page();
  const { primary, radius } = site.theme;
  const theme = useMemo(() => themeOf({ primary, radius }), [primary, radius]);
  // Styles that come later (the scroll lock of a dialog) read the nonce from here.
  setNonce(nonce);
  return (
    <QueryClientProvider client={client}>
      <MantineProvider theme={theme} forceColorScheme="light" getStyleNonce={() => nonce}>
        {children}
      </MantineProvider>
    </QueryClientProvider>
  );
}
