import { createHash } from 'node:crypto';
import type { Address } from '../http/hosts.ts';

interface InlineRules {
  text: string;
  /** Allows the text in the content security policy. */
  integrity: string;
}

/**
 * Speculation rules of a page of the main family: links to another area are prerendered, with the
 * learner's cookies, on hover or pointer down. They are inlined: as a file they would take the
 * connection that the document has opened, ahead of the page's scripts.
 */
export function speculationRules(address: Address, mainDomain: string): InlineRules | undefined {
  if (address.kind === 'other') return undefined;
  const hosts = address.areas.map((area) =>
    area === 'portal' ? mainDomain : `${area}.${mainDomain}`,
  );
  const where = {
    and: [
      { or: hosts.map((hostname) => ({ href_matches: { hostname, pathname: '/*' } })) },
      { not: { href_matches: '/*' } },
    ],
  };
  const text = JSON.stringify({
    prerender: [{ where, eagerness: 'moderate' }],
    prefetch: [{ where, eagerness: 'moderate' }],
  });
  return { text, integrity: `sha256-${createHash('sha256').update(text).digest('base64')}` };
}

/** Allows pages of the main family to be prerendered with credentials. */
export const prerenderHeaders = ({ kind }: Address): Record<string, string> =>
  kind === 'other' ? {} : { 'supports-loading-mode': 'credentialed-prerender' };
