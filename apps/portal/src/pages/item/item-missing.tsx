import { isCallFailed } from '@cme/commons/api-client';
import { contentLink } from '@cme/commons/route-links';
import { NotFound } from '@cme/ui';
import { Navigate } from '@cme/ui/router';

/** What stands in place of an item that is not there. One that was asked for as another type leads
 * to its own page. */
export function ItemMissing({ error, id }: { error: unknown; id: string }) {
  const type = isCallFailed(error) ? error.content_type : undefined;
  return type ? <Navigate to={contentLink({ content_type: type, id })} replace /> : <NotFound />;
}
