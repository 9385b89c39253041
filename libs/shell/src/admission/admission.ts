import { routes } from '@cme/commons/route-links';
import { useLocation } from '@cme/ui/router';
import { useUserInfo } from '../session/use-user-info.ts';

/** Whether the site has not admitted the signed-in person: they see only where they stand. */
export function useIsOutside(): boolean {
  const { user } = useUserInfo();
  const { pathname } = useLocation();
  const admission = user?.admission ?? 'admitted';
  return admission !== 'admitted' && pathname !== routes.verify.path;
}
