import { send } from '@cme/commons/api-client';
import { myUnit, wechatState } from '@cme/contract';
import { queryOptions } from '@tanstack/react-query';

export const myUnitQuery = () =>
  queryOptions({
    queryKey: ['my_unit'],
    queryFn: ({ signal }) => send(myUnit, {}, { signal }),
  });

export const wechatQuery = () =>
  queryOptions({
    queryKey: ['wechat_state'],
    queryFn: ({ signal }) => send(wechatState, {}, { signal }),
  });
