import { isCallFailed } from '@cme/commons/api-client';

/** The code by which the server names its refusal. */
export const codeOf = (error: unknown): string | undefined =>
  isCallFailed(error) ? error.code : undefined;
