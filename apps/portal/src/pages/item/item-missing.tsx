import { isCallError } from '@cme/commons/api-client';
import { contentLink } from '@cme/commons/route-links';
import { NotFound } from '@cme/shell';
import { Navigate } from '@cme/ui/router';

/** Not-found state of an item. If it exists under another type it links to the right page. */
export function ItemMissing({ error, id }: { error: unknown; id: string }) {
  const type = isCallError(error) ? error.content_type : undefined;
  return type ? <Navigate to={contentLink({ content_type: type, id })} replace /> : <NotFound />;
}
