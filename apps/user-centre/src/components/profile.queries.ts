import { send } from '@cme/commons/api-client';
import { profileDetail } from '@cme/contract/person';
import { queryOptions } from '@tanstack/react-query';

/** What the user states about themselves, masked where it is a number or an address. */
export const profileQuery = () =>
  queryOptions({
    queryKey: ['user_profile'],
    queryFn: ({ signal }) => send(profileDetail, {}, { signal }),
  });
