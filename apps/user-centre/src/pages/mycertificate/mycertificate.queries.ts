import { send } from '@cme/commons/api-client';
import {
  certificateDetail,
  certificateDownload,
  certificateEligibility,
  certificateList,
  creditsList,
  creditsSummary,
} from '@cme/contract/credits';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';

/** Credits are granted elsewhere, so they are refetched on window focus. */
const alwaysFresh = {
  staleTime: 0,
  refetchOnWindowFocus: 'always',
  placeholderData: keepPreviousData,
} as const;
/** Without a year lists are of all years, and everything else of the current one. */
const createYearBody = (year: number | undefined) => (year === undefined ? {} : { year });

export const summaryQuery = (year?: number) =>
  queryOptions({
    queryKey: ['credits', 'summary', year],
    queryFn: ({ signal }) => send(creditsSummary, createYearBody(year), { signal }),
    ...alwaysFresh,
  });
export const creditsQuery = (year: number | undefined, page: number) =>
  queryOptions({
    queryKey: ['credits', 'list', year, page],
    queryFn: ({ signal }) => send(creditsList, { ...createYearBody(year), page }, { signal }),
    ...alwaysFresh,
  });
export const certificatesQuery = (year?: number) =>
  queryOptions({
    queryKey: ['certificate', 'list', year],
    queryFn: ({ signal }) => send(certificateList, createYearBody(year), { signal }),
    ...alwaysFresh,
  });
export const eligibilityQuery = (year?: number) =>
  queryOptions({
    queryKey: ['certificate', 'eligibility', year],
    queryFn: ({ signal }) => send(certificateEligibility, createYearBody(year), { signal }),
    ...alwaysFresh,
  });
export const certificateQuery = (certNo: string) =>
  queryOptions({
    queryKey: ['certificate', 'one', certNo],
    queryFn: ({ signal }) => send(certificateDetail, { cert_no: certNo }, { signal }),
    staleTime: 0,
  });
/** URL of the certificate's image. It expires, so every view requests a new one. */
export const pictureQuery = (certNo: string) =>
  queryOptions({
    queryKey: ['certificate', 'picture', certNo],
    queryFn: ({ signal }) =>
      send(certificateDownload, { cert_no: certNo, format: 'png' }, { signal }),
    staleTime: 0,
    gcTime: 0,
    refetchOnWindowFocus: false,
  });
