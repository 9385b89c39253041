import { send } from '@cme/commons/api-client';
import {
  closingState,
  consentList,
  deviceList,
  exportState,
  factorState,
  identityState,
  messageChoices,
  myFacts,
  myUnit,
  unitFacts,
  wechatState,
} from '@cme/contract/person';
import { queryOptions } from '@tanstack/react-query';

const unitPollMs = 15_000;

export const myUnitQuery = () =>
  queryOptions({
    queryKey: ['my_unit'],
    queryFn: ({ signal }) => send(myUnit, {}, { signal }),
    // The unit decides at any time, or another tab withdraws.
    refetchInterval: ({ state: { data } }) =>
      data?.application?.status === 'waiting' ? unitPollMs : false,
    refetchOnWindowFocus: 'always',
  });

export const wechatQuery = () =>
  queryOptions({
    queryKey: ['wechat_state'],
    queryFn: ({ signal }) => send(wechatState, {}, { signal }),
  });

/** Refetched whenever it is opened, since devices come and go. */
export const devicesQuery = () =>
  queryOptions({
    queryKey: ['device_list'],
    queryFn: ({ signal }) => send(deviceList, {}, { signal }),
    staleTime: 0,
  });

export const factorQuery = () =>
  queryOptions({
    queryKey: ['factor_state'],
    queryFn: ({ signal }) => send(factorState, {}, { signal }),
    staleTime: 0,
  });

export const consentsQuery = () =>
  queryOptions({
    queryKey: ['consent_list'],
    queryFn: ({ signal }) => send(consentList, {}, { signal }),
    staleTime: 0,
  });

/** The centre may decide at any time. */
export const identityQuery = () =>
  queryOptions({
    queryKey: ['verify_identity'],
    queryFn: ({ signal }) => send(identityState, {}, { signal }),
    staleTime: 0,
  });

/** The unit or the centre may decide at any time. */
export const factsQuery = () =>
  queryOptions({
    queryKey: ['person_facts'],
    queryFn: ({ signal }) => send(myFacts, {}, { signal }),
    staleTime: 0,
  });

export const unitFactsQuery = () =>
  queryOptions({
    queryKey: ['unit_facts'],
    queryFn: ({ signal }) => send(unitFacts, { page_size: 50 }, { signal }),
    staleTime: 0,
  });

const makingMs = 1500;

/** Polled while it is being created. */
export const exportQuery = () =>
  queryOptions({
    queryKey: ['data_export'],
    queryFn: ({ signal }) => send(exportState, {}, { signal }),
    staleTime: 0,
    refetchInterval: ({ state }) =>
      ['waiting', 'running'].includes(state.data?.export?.status ?? '') && makingMs,
  });

export const closingQuery = () =>
  queryOptions({
    queryKey: ['account_closing'],
    queryFn: ({ signal }) => send(closingState, {}, { signal }),
    staleTime: 0,
  });

export const choicesQuery = () =>
  queryOptions({
    queryKey: ['message_choices'],
    queryFn: ({ signal }) => send(messageChoices, {}, { signal }),
    staleTime: 0,
  });
