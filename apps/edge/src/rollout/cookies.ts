import { randomInt } from 'node:crypto';
import { readRequested, testerCookie, testerSeconds } from '@cme/release';
import type { Address } from '../http/hosts.ts';
import { bucketCount } from './choose.rules.ts';

const bucketCookie = 'cme_bucket';
const sourcesCookie = 'cme_released';
const year = 31_536_000;
const day = 86_400;

function cookie(header: string | undefined, name: string): string | undefined {
  const found = (header ?? '').split(/;\s*/).find((pair) => pair.startsWith(`${name}=`));
  return found?.slice(name.length + 1);
}

/** The browser's bucket; undefined when the cookie is missing or invalid. */
export function bucketOf(header: string | undefined): number | undefined {
  const text = cookie(header, bucketCookie) ?? '';
  return /^\d{1,4}$/.test(text) ? Number(text) : undefined;
}

export const newBucket = (): number => randomInt(bucketCount);

/** Releases that a tester requested on this origin or family. */
export const requestedReleases = (
  header: string | undefined,
  edgeToken: string | undefined,
  now: Date,
): Promise<ReadonlyMap<string, string>> =>
  readRequested(cookie(header, testerCookie) ?? '', edgeToken, now);

export const bucketHeader = (bucket: number, address: Address, mainDomain: string): string =>
  cookieHeader(bucketCookie, String(bucket), year, address, mainDomain);

export const testerHeader = (value: string, address: Address, mainDomain: string): string =>
  cookieHeader(testerCookie, value, value ? testerSeconds : 0, address, mainDomain);

/** Areas for which a developer wants the released build although they run from source. */
export const releasedAreas = (header: string | undefined): ReadonlySet<string> =>
  new Set((cookie(header, sourcesCookie) ?? '').split('.').filter(Boolean));

export const sourcesHeader = (
  released: ReadonlySet<string>,
  address: Address,
  mainDomain: string,
): string =>
  cookieHeader(
    sourcesCookie,
    [...released].join('.'),
    released.size > 0 ? day : 0,
    address,
    mainDomain,
  );

/** Shared by the origins of the main family; a customer domain has its own. */
function cookieHeader(
  name: string,
  value: string,
  age: number,
  address: Address,
  mainDomain: string,
): string {
  const domain = address.kind === 'other' ? '' : `; Domain=${mainDomain}`;
  const secure = address.scheme === 'https://' ? '; Secure' : '';
  return `${name}=${value}; Path=/; Max-Age=${age}; HttpOnly; SameSite=Lax${domain}${secure}`;
}
