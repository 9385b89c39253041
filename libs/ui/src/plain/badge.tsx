import type { ComponentPropsWithRef } from 'react';

interface Props extends Omit<ComponentPropsWithRef<'span'>, 'color'> {
  variant?: 'filled' | 'light' | 'outline';
  color?: 'gray' | undefined;
}

/** One word about the thing that it stands beside. */
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
