/** Room between things: a step of the site's scale, pixels of a page at its usual size, or CSS. */
export type Space = 'xs' | 'sm' | 'md' | 'lg' | 'xl' | number | (string & {});

export const spaceOf = (value: Space | undefined): string | undefined =>
  typeof value === 'number'
    ? `${value / 16}rem`
    : value && /^(xs|sm|md|lg|xl)$/.test(value)
      ? `var(--mantine-spacing-${value})`
      : value;
