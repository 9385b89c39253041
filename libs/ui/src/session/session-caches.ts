import type { SessionEvent } from '@cme/commons/auth-token';
import type { UserInfo } from '@cme/contract';
import type { Query, QueryClient, QueryFilters } from '@tanstack/react-query';
import { refresh } from '../refresh.ts';
import { userInfoQuery } from './use-user-info.ts';

/** What is the same for everybody and stays when people come and go. */
const common = new Set(['site_logo', 'site_config', 'areas']);
const isOfPerson = ({ queryKey }: Query) => !common.has(String(queryKey[0]));
const user = { queryKey: ['user_info'] };
const cart = { queryKey: ['shopplist'] };

/** What signing in and out does to what is known here: nobody sees another person's data, not for
 * a moment. */
export function syncCaches(client: QueryClient, event: SessionEvent): void {
  if (event.kind === 'unread') return setUnread(client, event.unread_count);
  if (event.kind === 'not-restored') return;
  forget(client, cart);
  if (event.kind === 'signed-out' && event.reason === 'lost') return forget(client, user);
  // Somebody was known: all of theirs goes. Nobody was: what is shown stays until the fresh answer
  // is there.
  const wasSomebody =
    event.kind === 'signed-out' || client.getQueryData(userInfoQuery().queryKey) !== undefined;
  if (!wasSomebody) {
    // What the person who is known now asks for from here on is theirs already, and so is the
    // question who they are, which nobody else asks.
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

/** Empties what is on the screen and drops the rest; asks nothing, because those who watch may
 * not need it any more. */
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
