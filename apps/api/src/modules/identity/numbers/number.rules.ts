import { idNumberKey, type IdKind } from '@cme/contract';
import { type Keys, keyedHash } from '../secret.rules.ts';

/** Where a number may stand: the same number has another hash on every site, and one for each key
 * that is known; it is written under the first. */
export const mobileHashes = (keys: Keys, site_id: string, mobile: string): string[] =>
  keys.lookup.map((key) => keyedHash(key, 'mobile', site_id, mobile));
export const mobileHash = (keys: Keys, site_id: string, mobile: string): string =>
  keyedHash(keys.lookup[0], 'mobile', site_id, mobile);
/** Under what hits against an account are counted. */
export const accountKeys = {
  guess: (account: string) => `guess:${account}`,
  code: (account: string) => `code-guess:${account}`,
  text: (account: string) => `sms:${account}`,
};

/** One document has one hash a key. Identity cards, the only kind there was once, go without their
 * kind. */
export const idHashes = (keys: Keys, site_id: string, kind: IdKind, id_no: string): string[] =>
  keys.lookup.map((key) =>
    keyedHash(key, 'id_no', site_id, ...(kind === 'ID' ? [] : [kind]), idNumberKey(kind, id_no)),
  );
export const idHash = (keys: Keys, site_id: string, kind: IdKind, id_no: string): string =>
  idHashes(keys, site_id, kind, id_no)[0] as string;
