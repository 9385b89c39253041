import { mostPerUpload, uploadPath } from '@cme/contract/person';

export const isUpload = (method: string, url: string): boolean =>
  method === 'PATCH' && url.startsWith(`${uploadPath}/`);

/** Largest `Content-Length` accepted for a request. */
export const bodyLimitOf = (method: string, url: string, defaultLimit: number): number =>
  isUpload(method, url) ? mostPerUpload : defaultLimit;
