/** Spacing: a step of the theme's scale, pixels at the default font size, or any CSS length. */
export type Space = 'xs' | 'sm' | 'md' | 'lg' | 'xl' | number | (string & {});

export const toSpace = (value: Space | undefined): string | undefined =>
  typeof value === 'number'
    ? `${value / 16}rem`
    : value && /^(xs|sm|md|lg|xl)$/.test(value)
      ? `var(--mantine-spacing-${value})`
      : value;
