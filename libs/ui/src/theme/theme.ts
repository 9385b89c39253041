import { createTheme, type MantineThemeOverride } from '@mantine/core';
import { modalWidth } from '../forms/widths.ts';
import { words } from '../plain/words.ts';
import { type Shades, createShades } from './colours.ts';

const faces =
  '"PingFang SC", "Microsoft YaHei", "Noto Sans CJK SC", "Noto Sans SC", "Source Han Sans SC", system-ui, sans-serif';

const amber: Shades = [
  '#fdf6ec',
  '#f9e8cf',
  '#f2d3a6',
  '#eabb77',
  '#dfa04a',
  '#d08a2c',
  '#96560f',
  '#814a10',
  '#6e4011',
  '#52300d',
];
const green: Shades = [
  '#edf7f0',
  '#d5ecdc',
  '#aedabc',
  '#81c497',
  '#52a972',
  '#338f57',
  '#237546',
  '#1b5f39',
  '#144a2c',
  '#0e3620',
];
const red: Shades = [
  '#fdf1f0',
  '#fadcd9',
  '#f3b5af',
  '#ea877e',
  '#dc5a4f',
  '#c94034',
  '#b42d22',
  '#93241b',
  '#731c15',
  '#54140f',
];
const gray: Shades = [
  '#f7f9f8',
  '#eef2f1',
  '#e3e9e7',
  '#d0d8d6',
  '#b1bcba',
  '#879593',
  '#5c6b6a',
  '#44524f',
  '#2c3a3c',
  '#16232b',
];

const closing = { closeButtonProps: { 'aria-label': words.close } };
const components: MantineThemeOverride['components'] = {
  Button: { defaultProps: { size: 'md' } },
  Input: { defaultProps: { size: 'md' } },
  // Hints are below the inputs, so that inputs in one row align.
  InputWrapper: {
    defaultProps: { size: 'md', inputWrapperOrder: ['label', 'input', 'description', 'error'] },
  },
  Checkbox: { defaultProps: { size: 'md' } },
  Radio: { defaultProps: { size: 'md' } },
  Modal: { defaultProps: { size: modalWidth, centered: true, padding: 'lg', ...closing } },
  Drawer: { defaultProps: { padding: 'lg', ...closing } },
  PasswordInput: {
    defaultProps: { visibilityToggleButtonProps: { 'aria-label': words.showPassword } },
  },
};

/** The look of one site: its primary colour and radius decide, everything else follows. */
export function themeOf({
  primary,
  radius,
}: {
  primary: string;
  radius: number;
}): MantineThemeOverride {
  const toRem = (share: number) => `${Math.round(radius * share) / 16}rem`;
  return createTheme({
    colors: { site: createShades(primary), amber, green, red, gray },
    primaryColor: 'site',
    primaryShade: 6,
    black: '#16232b',
    fontFamily: faces,
    headings: {
      fontFamily: faces,
      fontWeight: '600',
      sizes: {
        h1: { fontSize: '1.75rem', lineHeight: '1.35' },
        h2: { fontSize: '1.375rem', lineHeight: '1.4' },
        h3: { fontSize: '1.125rem', lineHeight: '1.5' },
      },
    },
    fontSizes: { xs: '0.875rem', sm: '0.9375rem', md: '1rem', lg: '1.125rem', xl: '1.375rem' },
    lineHeights: { xs: '1.5', sm: '1.6', md: '1.75', lg: '1.6', xl: '1.4' },
    spacing: { xs: '0.5rem', sm: '0.75rem', md: '1rem', lg: '1.5rem', xl: '2.5rem' },
    radius: { xs: toRem(0.3), sm: toRem(0.6), md: toRem(1), lg: toRem(1.6), xl: '2rem' },
    shadows: {
      xs: '0 1px 2px rgb(22 35 43 / 6%)',
      sm: '0 1px 2px rgb(22 35 43 / 5%), 0 6px 20px -8px rgb(22 35 43 / 14%)',
      md: '0 2px 4px rgb(22 35 43 / 6%), 0 18px 48px -16px rgb(22 35 43 / 26%)',
    },
    defaultRadius: 'md',
    cursorType: 'pointer',
    respectReducedMotion: true,
    components,
  });
}
