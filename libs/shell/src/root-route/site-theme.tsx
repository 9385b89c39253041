import { page } from '@cme/commons/auth-token';
import { ThemeProvider } from '@cme/ui';
import type { ReactNode } from 'react';

/** The theme of this page's site. */
export function SiteTheme({ children }: { children: ReactNode }) {
  const { nonce, site } = page();
  const { primary, radius } = site.theme;
  return (
    <ThemeProvider nonce={nonce} primary={primary} radius={radius}>
      {children}
    </ThemeProvider>
  );
}
