import { isCallFailed } from '@cme/commons/api-client';

/** The error code of a refusal. */
export const getErrorCode = (error: unknown): string | undefined =>
  isCallFailed(error) ? error.code : undefined;
