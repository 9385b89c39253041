import { send } from '@cme/commons/api-client';
import { type DeclareTab, declareTabs } from '@cme/contract/credits';
import { parsePage } from '@cme/ui/page-numbers';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';

const creditsSummary = async () => (await import('@cme/contract/credits/credits')).creditsSummary;
const exchangeCalc = async () => (await import('@cme/contract/credits/exchange')).exchangeCalc;
const exchangeDetail = async () => (await import('@cme/contract/credits/exchange')).exchangeDetail;
const exchangeKinds = async () => (await import('@cme/contract/credits/exchange')).exchangeKinds;
const exchangeList = async () => (await import('@cme/contract/credits/exchange')).exchangeList;

export const pageSize = 10;

/** The kinds that may be declared, the same for all users of a site. */
export const kindsQuery = (year?: number) =>
  queryOptions({
    queryKey: ['changecredits', 'kinds', year ?? 0],
    queryFn: ({ signal }) => send(exchangeKinds, year ? { year } : {}, { signal }),
    staleTime: 60_000,
  });

export const summaryQuery = (year: number | undefined) =>
  queryOptions({
    queryKey: ['credits', 'summary', 'exchange', year ?? 0],
    queryFn: ({ signal }) => send(creditsSummary, year ? { year } : {}, { signal }),
    placeholderData: keepPreviousData,
  });

export interface ListChoice {
  year: number | undefined;
  tab: DeclareTab;
  page: number;
}

export function parseListChoice(search: URLSearchParams): ListChoice {
  const year = Number(search.get('year'));
  const tab = declareTabs.find((declareTab) => declareTab === search.get('tab')) ?? 'all';
  return {
    year: Number.isInteger(year) && year >= 2000 && year <= 2100 ? year : undefined,
    tab,
    page: parsePage(search),
  };
}

export const listQuery = ({ year, tab, page }: ListChoice) =>
  queryOptions({
    queryKey: ['changecredits', 'list', year ?? 0, tab, page],
    queryFn: ({ signal }) =>
      send(exchangeList, { ...(year ? { year } : {}), tab, page, page_size: pageSize }, { signal }),
    placeholderData: keepPreviousData,
    staleTime: 0,
  });

export const detailQuery = (declareNo: string) =>
  queryOptions({
    queryKey: ['changecredits', 'detail', declareNo],
    queryFn: ({ signal }) => send(exchangeDetail, { declare_no: declareNo }, { signal }),
    staleTime: 0,
  });

export interface Inputs {
  year: number;
  kind_code: string;
  level: string;
  role_order: number;
  quantity: number;
  declare_no?: string | undefined;
}

export const calcQuery = (inputs: Inputs) =>
  queryOptions({
    queryKey: ['changecredits', 'calc', inputs],
    queryFn: ({ signal }) => send(exchangeCalc, inputs, { signal }),
    placeholderData: keepPreviousData,
    enabled: inputs.kind_code !== '' && inputs.quantity > 0 && inputs.quantity <= 9999,
    retry: false,
  });
