import { send } from '@cme/commons/api-client';
import type { BodyOf, DataOf } from '@cme/contract/base';
import { certificateVerify } from '@cme/contract/credits';
import { queryOptions, skipToken } from '@tanstack/react-query';

export type VerifyRequest = BodyOf<typeof certificateVerify>;
export type VerifyResult = DataOf<typeof certificateVerify>;

/**
 * Fetched once per check, because checks are counted, and never cached, so that the input is not
 * kept.
 */
export const verifyQuery = (question: VerifyRequest | undefined, turn: number) =>
  queryOptions({
    queryKey: ['verify', question, turn],
    queryFn: question ? () => send(certificateVerify, question) : skipToken,
    staleTime: Infinity,
    gcTime: 0,
    retry: false,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  });
