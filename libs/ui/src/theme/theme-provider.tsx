import { MantineContext, MantineProvider } from '@mantine/core';
import { setNonce } from 'get-nonce';
import { type ReactNode, use, useMemo } from 'react';
import { themeOf } from './theme.ts';
import { createVariables } from './variables.ts';

interface Props {
  /** Of the content security policy, for style elements. */
  nonce: string;
  primary: string;
  radius: number;
  children: ReactNode;
}

/** The theme of a site. It does nothing inside another one, unless that comes from another copy of
 * this library, whose context these parts do not find. */
export function ThemeProvider({ nonce, primary, radius, children }: Props) {
  const isThemed = use(MantineContext) !== null;
  const [theme, variables] = useMemo(() => {
    const theme = themeOf({ primary, radius });
    return [theme, createVariables(theme)] as const;
  }, [primary, radius]);
  if (isThemed) return children;
  // Styles that are inserted later (such as a dialog's scroll lock) read the nonce from here.
  setNonce(nonce);
  return (
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
  );
}
