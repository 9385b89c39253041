import { isElsewhere } from '@cme/commons/route-links';
import { Link } from '@cme/ui/router';
import type { ComponentPropsWithRef, MouseEvent } from 'react';

export interface LinkToProps extends ComponentPropsWithRef<'a'> {
  /** What `linkTo.*` answers: a path of this origin, or an absolute address. */
  to: string;
  /** Takes the place of this page in the history. */
  replace?: boolean;
  /** Goes with the step, inside of this origin alone. */
  state?: unknown;
}

/** A link to any page of any area. */
export function LinkTo({ to, replace, state, children, ...rest }: LinkToProps) {
  return isElsewhere(to) || rest.target === '_blank' || !to.startsWith('/') ? (
    <a href={to} onClick={replace ? (event) => replaceLocation(event, to) : undefined} {...rest}>
      {children}
    </a>
  ) : (
    <Link to={to} replace={replace} state={state} {...rest}>
      {children}
    </Link>
  );
}

/** A plain click only: whoever asks for another tab or window gets it. */
function replaceLocation(event: MouseEvent, to: string): void {
  if (event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey)
    return;
  event.preventDefault();
  location.replace(to);
}
