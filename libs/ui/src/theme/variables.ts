import {
  DEFAULT_THEME,
  defaultCssVariablesResolver,
  type MantineThemeOverride,
  mergeMantineTheme,
} from '@mantine/core';

/** Variables that no style sheet uses. */
const unused = /^--mantine-(h\d|heading|breakpoint|primary-color-\d)/;

/** Overrides of Mantine's defaults. */
const ours = {
  '--mantine-color-body': 'var(--paper)',
  '--mantine-color-text': 'var(--ink)',
  '--mantine-color-dimmed': 'var(--ink-faint)',
  '--mantine-color-success': 'var(--mantine-color-green-6)',
};

/** The theme's CSS variables. Mantine's own come with fourteen more colours and a dark scheme, which
 * made most of the style sheet that is inlined into every page. */
export function createVariables(theme: MantineThemeOverride): string {
  const fullTheme = mergeMantineTheme(DEFAULT_THEME, theme);
  const { variables, light } = defaultCssVariablesResolver({
    ...fullTheme,
    colors: theme.colors as typeof fullTheme.colors,
  });
  const usedVariables = Object.entries({ ...variables, ...light, ...ours })
    .filter(([name]) => !unused.test(name))
    .map(([name, value]) => `${name}:${value}`);
  return `:root{${usedVariables.join(';')}}`;
}
