import { isElsewhere } from '@cme/commons/route-links';
import { Link } from '@cme/ui/router';
import type { ComponentPropsWithRef } from 'react';

export interface LinkToProps extends ComponentPropsWithRef<'a'> {
  /** What `linkTo.*` answers: a path of this origin, or an absolute address. */
  to: string;
}

/** A link to any page of any area. */
export function LinkTo({ to, children, ...rest }: LinkToProps) {
  return isElsewhere(to) || rest.target === '_blank' || !to.startsWith('/') ? (
    <a href={to} {...rest}>{children}</a>
  ) : (
    <Link to={to} {...rest}>{children}</Link>
  );
}
