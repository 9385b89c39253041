import { Link } from '@cme/ui/router';
import type { ComponentPropsWithRef, MouseEvent } from 'react';

export interface LinkToProps extends ComponentPropsWithRef<'a'> {
  /** A path on this origin or an absolute URL. */
  to: string;
  /** Replaces the current history entry. */
  replace?: boolean;
  /** History state; only passed on within this origin. */
  state?: unknown;
}

/** A link to any page of any area. */
export function LinkTo({ to, replace, state, children, ...rest }: LinkToProps) {
  return to.startsWith('/') && rest.target !== '_blank' ? (
    <Link to={to} replace={replace} state={state} {...rest}>
      {children}
    </Link>
  ) : (
    <a href={to} onClick={replace ? (event) => replaceLocation(event, to) : undefined} {...rest}>
      {children}
    </a>
  );
}

/** Handles plain clicks only; clicks that open a new tab or window are left to the browser. */
function replaceLocation(event: MouseEvent, to: string): void {
  if (event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey)
    return;
  event.preventDefault();
  location.replace(to);
}
