import type { ComponentPropsWithRef } from 'react';

interface Props extends Omit<ComponentPropsWithRef<'span'>, 'color'> {
  variant?: 'filled' | 'light' | 'outline';
  color?: 'gray' | undefined;
}

/** A one-word label of the thing next to it. */
export function Badge({ variant = 'filled', color, className, ...rest }: Props) {
  return (
    <span
      {...rest}
      className={className ? `badge ${className}` : 'badge'}
      data-variant={variant}
      data-color={color}
    />
  );
}
