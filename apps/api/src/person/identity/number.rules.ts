import { idNumberKey, type IdKind } from '@cme/contract/base';
import { type Keys, keyedHash } from './secret.rules.ts';

/** The contexts of a number's hash: it differs per site and per known key; the first key is used
 * for writing. */
export const mobileHashes = (keys: Keys, site_id: string, mobile: string): string[] =>
  keys.lookup.map((key) => keyedHash(key, 'mobile', site_id, mobile));
export const mobileHash = (keys: Keys, site_id: string, mobile: string): string =>
  keyedHash(keys.lookup[0], 'mobile', site_id, mobile);
/** Key of the rate limits of an account. */
export const accountKeys = {
  guess: (account: string) => `guess:${account}`,
  code: (account: string) => `code-guess:${account}`,
  text: (account: string) => `sms:${account}`,
};

/** A document has one hash per key. Identity cards, the first supported kind, are hashed without
 * their kind. */
export const idHashes = (keys: Keys, site_id: string, kind: IdKind, id_no: string): string[] =>
  keys.lookup.map((key) =>
    keyedHash(key, 'id_no', site_id, ...(kind === 'ID' ? [] : [kind]), idNumberKey(kind, id_no)),
  );
export const idHash = (keys: Keys, site_id: string, kind: IdKind, id_no: string): string =>
  idHashes(keys, site_id, kind, id_no)[0] as string;
