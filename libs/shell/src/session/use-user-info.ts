import { send } from '@cme/commons/api-client';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { useSession } from './use-session.ts';

const userInfo = async () =>
  (await import(/* webpackChunkName: "calls" */ '@cme/contract/person/user-info')).userInfo;

export const userInfoQuery = () =>
  queryOptions({
    queryKey: ['user_info'],
    // Shared by all observers: the request continues when one of them unmounts.
    queryFn: () => send(userInfo, {}),
    staleTime: 60_000,
    retry: false,
  });

/** The signed-in user; `user` is undefined while signed out or still unknown. */
export function useUserInfo() {
  const { signedIn } = useSession();
  const query = useQuery({ ...userInfoQuery(), enabled: signedIn });
  const user = signedIn ? query.data : undefined;
  return { ...query, data: user, user };
}
