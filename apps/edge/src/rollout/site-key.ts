import type { Address } from '../http/hosts.ts';

/** The origins of the main family are one site; a customer domain is its own. */
export const siteKey = (at: Address, mainDomain: string): string =>
  at.kind === 'other' ? at.domain : mainDomain;
