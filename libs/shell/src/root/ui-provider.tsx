import { page } from '@cme/commons/auth-token';
import { MantineProvider } from '@mantine/core';
import { type QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { setNonce } from 'get-nonce';
import { type ReactNode, useEffect, useMemo } from 'react';
import { endStart } from '../page/keep-content.ts';
import { themeOf } from '../../../ui/src/theme/theme.ts';
import { createVariables } from '../../../ui/src/theme/variables.ts';

/** Wraps every page and every mounted area: the site's theme and the page's query client. */
export function UiProvider({ client, children }: { client: QueryClient; children: ReactNode }) {
  const { nonce, site } = page();
  const { primary, radius } = site.theme;
  const [theme, variables] = useMemo(() => {
    const theme = themeOf({ primary, radius });
    return [theme, createVariables(theme)] as const;
  }, [primary, radius]);
  // Styles that are inserted later (such as a dialog's scroll lock) read the nonce from here.
  setNonce(nonce);
  useEffect(markStarted, []);
  return (
    <QueryClientProvider client={client}>
      <MantineProvider
        theme={theme}
        forceColorScheme="light"
        getStyleNonce={() => nonce}
        withCssVariables={false}
        withGlobalClasses={false}
      >
        {/* Browsers hide the nonce from scripts, so hydration always finds another one. */}
        <style nonce={nonce} suppressHydrationWarning>
          {variables}
        </style>
        {children}
      </MantineProvider>
    </QueryClientProvider>
  );
}

/** Tells the edge's inline script, which reports pages that never start. */
function markStarted(): void {
  document.documentElement.dataset['started'] = '';
  // Errors of these effects are handled before the next task.
  setTimeout(endStart);
}
