import type { ComponentPropsWithRef, ElementType, MouseEvent, ReactNode } from 'react';

interface OwnProps<E extends ElementType> {
  /** Component to render, such as a link that looks like a button. */
  component?: E;
  variant?: 'filled' | 'default' | 'outline' | 'light' | 'subtle' | 'transparent' | 'white';
  size?: 'sm' | 'md' | 'lg' | 'compact-sm' | 'compact-md';
  color?: 'red' | 'green' | 'gray' | undefined;
  /** Ignores presses, and keeps the button's width and focus. */
  loading?: boolean;
  fullWidth?: boolean;
  leftSection?: ReactNode;
}

export type ButtonProps<E extends ElementType = 'button'> = OwnProps<E> &
  Omit<ComponentPropsWithRef<E>, keyof OwnProps<E>>;

/** A button that became `disabled` would lose the focus; this also stops the form that Enter in one
 * of its fields would submit. */
const ignorePresses = {
  'aria-disabled': true,
  'aria-busy': true,
  'data-loading': true,
  onClick: (event: MouseEvent) => {
    event.preventDefault();
    event.stopPropagation();
  },
};

/**
 * A button, or a link that looks like one. Styled by CSS alone, because every first view has one.
 */
export function Button<E extends ElementType = 'button'>({
  component,
  variant = 'filled',
  size = 'md',
  color,
  loading = false,
  fullWidth = false,
  leftSection,
  className,
  children,
  ...rest
}: ButtonProps<E>) {
  const Element: ElementType = component ?? 'button';
  return (
    <Element
      {...(Element === 'button' ? { type: 'button' } : {})}
      {...rest}
      {...(loading ? ignorePresses : {})}
      className={className ? `button ${className}` : 'button'}
      data-variant={variant}
      data-size={size}
      data-color={color}
      data-full={fullWidth || undefined}
    >
      {loading ? <span className="button-loader" aria-hidden="true" /> : null}
      {leftSection ? <span className="button-icon">{leftSection}</span> : null}
      <span className="button-label">{children}</span>
    </Element>
  );
}
