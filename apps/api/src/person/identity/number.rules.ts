import { idNumberKey, type IdKind } from '@cme/contract/base';
import { type Keys, keyedHash } from './secret.rules.ts';

/** The contexts of a number's hash: it differs per site and per known key; the first key is used
 * for writing. */
export const mobileHashes = (keys: Keys, siteId: string, mobile: string): string[] =>
  keys.lookup.map((key) => keyedHash(key, 'mobile', siteId, mobile));
export const mobileHash = (keys: Keys, siteId: string, mobile: string): string =>
  keyedHash(keys.lookup[0], 'mobile', siteId, mobile);
/** Key of the rate limits of an account. */
export const accountKeys = {
  guess: (account: string) => `guess:${account}`,
  code: (account: string) => `code-guess:${account}`,
  text: (account: string) => `sms:${account}`,
};

/** A document has one hash per key. Identity cards, the first supported kind, are hashed without
 * their kind. */
export const idHashes = (keys: Keys, siteId: string, kind: IdKind, idNo: string): string[] =>
  keys.lookup.map((key) =>
    keyedHash(key, 'id_no', siteId, ...(kind === 'ID' ? [] : [kind]), idNumberKey(kind, idNo)),
  );
export const idHash = (keys: Keys, siteId: string, kind: IdKind, idNo: string): string =>
  idHashes(keys, siteId, kind, idNo)[0] as string;
