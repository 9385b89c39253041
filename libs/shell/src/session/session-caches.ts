import type { SessionEvent } from '@cme/commons/auth-token';
import type { UserInfo } from '@cme/contract/person';
import type { Query, QueryClient, QueryFilters } from '@tanstack/react-query';
import { refresh } from '../query/refresh.ts';
import { userInfoQuery } from './use-user-info.ts';

/** Queries that do not depend on the user and survive signing in and out. */
const commonQueries = new Set(['site_logo', 'site_config', 'areas']);
const isUserQuery = ({ queryKey }: Query) => !commonQueries.has(String(queryKey[0]));
const user = { queryKey: ['user_info'] };
const cart = { queryKey: ['shopplist'] };

/** Updates the query cache on session events, so that nobody ever sees another user's data. */
export function syncCaches(client: QueryClient, event: SessionEvent): void {
  if (event.kind === 'unread') return setUnread(client, event.unread_count);
  if (event.kind === 'not-restored') return;
  resetQueries(client, cart);
  if (event.kind === 'signed-out' && event.reason === 'lost') return resetQueries(client, user);
  // If a user was known, their data are dropped. If nobody was, stale data stay visible until the
  // refetch.
  const wasSignedIn =
    event.kind === 'signed-out' || client.getQueryData(userInfoQuery().queryKey) !== undefined;
  if (!wasSignedIn) {
    // Queries that start from here on belong to the new user. So does a `user_info` fetch in flight,
    // since guests never start one.
    const isStarted = ({ queryKey: [name], state }: Query) =>
      name === 'user_info' && state.fetchStatus === 'fetching';
    const userQueries = client.getQueryCache().findAll({ predicate: isUserQuery });
    const queriesBefore = new Set(
      userQueries.filter((query) => !isStarted(query) && (query.isActive() || query.state.data)),
    );
    return void refresh(client, { predicate: (query) => queriesBefore.has(query as Query) });
  }
  resetQueries(client, { predicate: isUserQuery });
  setTimeout(() => void client.refetchQueries({ predicate: isUserQuery, type: 'active' }));
}

/**
 * Resets active queries and removes the others; refetches nothing, because mounted components may
 * be about to unmount.
 */
function resetQueries(client: QueryClient, filters: QueryFilters): void {
  void client.cancelQueries(filters);
  client.removeQueries({ ...filters, type: 'inactive' });
  for (const query of client.getQueryCache().findAll(filters)) query.reset();
}

/** What a message may report a change of, such as an extended deadline or a grade. */
const reportedQueries = [
  ['learn'],
  ['order'],
  ['trainingclass'],
  ['certificate'],
  ['credits'],
  ['changecredits'],
  ['exam', 'list'],
  ['player', 'homework'],
  ['player', 'inquiries'],
];

function setUnread(client: QueryClient, unreadCount: number): void {
  const before = client.getQueryData<UserInfo>(userInfoQuery().queryKey)?.unread_count;
  if (before !== undefined && unreadCount > before)
    for (const queryKey of reportedQueries) void refresh(client, { queryKey });
  client.setQueryData(
    userInfoQuery().queryKey,
    (user: UserInfo | undefined) => user && { ...user, unread_count: unreadCount },
  );
}
