import type { Address } from '../http/hosts.ts';

/** The origins of the main family are one site; a customer domain is its own. */
export const siteKey = (address: Address, mainDomain: string): string =>
  address.kind === 'other' ? address.domain : mainDomain;
