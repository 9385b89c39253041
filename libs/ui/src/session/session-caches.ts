import type { SessionEvent } from '@cme/commons/auth-token';
import type { UserInfo } from '@cme/contract';
import type { Query, QueryClient, QueryFilters } from '@tanstack/react-query';
import { refresh } from '../refresh.ts';
import { userInfoQuery } from './use-user-info.ts';

/** Queries that do not depend on the user and survive signing in and out. */
const common = new Set(['site_logo', 'site_config', 'areas']);
const isOfPerson = ({ queryKey }: Query) => !common.has(String(queryKey[0]));
const user = { queryKey: ['user_info'] };
const cart = { queryKey: ['shopplist'] };

/** Updates the query cache on session events, so that nobody ever sees another user's data. */
export function syncCaches(client: QueryClient, event: SessionEvent): void {
  if (event.kind === 'unread') return setUnread(client, event.unread_count);
  if (event.kind === 'not-restored') return;
  forget(client, cart);
  if (event.kind === 'signed-out' && event.reason === 'lost') return forget(client, user);
  // If a user was known, their data are dropped. If nobody was, stale data stay visible until the
  // refetch.
  const wasSomebody =
    event.kind === 'signed-out' || client.getQueryData(userInfoQuery().queryKey) !== undefined;
  if (!wasSomebody) {
    // Queries that start from here on belong to the new user. So does a `user_info` fetch in flight,
    // since guests never start one.
    const isBegun = ({ queryKey: [name], state }: Query) =>
      name === 'user_info' && state.fetchStatus === 'fetching';
    const asked = client.getQueryCache().findAll({ predicate: isOfPerson });
    const before = new Set(
      asked.filter((query) => !isBegun(query) && (query.isActive() || query.state.data)),
    );
    return void refresh(client, { predicate: (query) => before.has(query as Query) });
  }
  forget(client, { predicate: isOfPerson });
  setTimeout(() => void client.refetchQueries({ predicate: isOfPerson, type: 'active' }));
}

/**
 * Resets active queries and removes the others; refetches nothing, because mounted components may
 * be about to unmount.
 */
function forget(client: QueryClient, which: QueryFilters): void {
  void client.cancelQueries(which);
  client.removeQueries({ ...which, type: 'inactive' });
  for (const query of client.getQueryCache().findAll(which)) query.reset();
}

function setUnread(client: QueryClient, unread_count: number): void {
  client.setQueryData(
    userInfoQuery().queryKey,
    (known: UserInfo | undefined) => known && { ...known, unread_count },
  );
}
