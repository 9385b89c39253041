import { send } from '@cme/commons/api-client';
import { deviceList, myUnit, wechatState } from '@cme/contract';
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

/** Asked anew whenever it is opened: a device may have come or gone meanwhile. */
export const devicesQuery = () =>
  queryOptions({
    queryKey: ['device_list'],
    queryFn: ({ signal }) => send(deviceList, {}, { signal }),
    staleTime: 0,
  });
