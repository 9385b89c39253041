import { isCallError } from '@cme/commons/api-client';

/** The error code of a refusal. */
export const getErrorCode = (error: unknown): string | undefined =>
  isCallError(error) ? error.code : undefined;
