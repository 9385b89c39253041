import { send } from '@cme/commons/api-client';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { useSession } from './use-session.ts';

const userInfo = async () =>
  (await import(/* webpackChunkName: "calls" */ '@cme/contract/person/user-info')).userInfo;

export const userInfoQuery = () =>
  queryOptions({
    queryKey: ['user_info'],
    // Asked once for all who want to know: it goes on when one of them leaves.
    queryFn: () => send(userInfo, {}),
    staleTime: 60_000,
    retry: false,
  });

/** The signed-in person; `user` is undefined while nobody is, or nobody is known yet. */
export function useUserInfo() {
  const { signedIn } = useSession();
  const query = useQuery({ ...userInfoQuery(), enabled: signedIn });
  const user = signedIn ? query.data : undefined;
  return { ...query, data: user, user };
}
