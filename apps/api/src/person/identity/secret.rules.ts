import {
  createCipheriv,
  createDecipheriv,
  createHmac,
  hash,
  randomBytes,
  randomInt,
  timingSafeEqual,
} from 'node:crypto';
import { keyFor } from '../../platform/settings/keys.ts';
import type { NumberKey } from '../../platform/settings/number-keys.ts';
import type { Settings } from '../../platform/settings/settings.ts';

/** A key, with the id that prefixes values encrypted with it. */
interface SealingKey {
  id: string;
  key: Buffer;
}
/** The first key encrypts, all decrypt. */
type Several<Key> = readonly [Key, ...Key[]];

/** The keys of identity, one per purpose. */
export interface Keys {
  personal: Several<SealingKey>;
  lookup: Several<Buffer>;
  /** WeChat ids are stored only as hashes, which cannot be recomputed, so their key never
   * changes. */
  wechat: Buffer;
  captcha: string;
  sms: Buffer;
  /** Hashes recovery codes. */
  factor: Buffer;
}

export function deriveKeys(settings: Pick<Settings, 'secret' | 'numberKeys'>): Keys {
  const [first, ...others] = settings.numberKeys;
  const deriveNumberKey = ({ secret = settings.secret }: NumberKey, purpose: string) =>
    keyFor({ secret }, purpose);
  const sealing = (item: NumberKey) => ({
    id: item.id,
    key: deriveNumberKey(item, 'identity/personal'),
  });
  const lookup = (item: NumberKey) => deriveNumberKey(item, 'identity/lookup');
  return {
    personal: [sealing(first), ...others.map(sealing)],
    lookup: [lookup(first), ...others.map(lookup)],
    wechat: keyFor(settings, 'identity/lookup'),
    captcha: keyFor(settings, 'identity/captcha').toString('base64'),
    sms: keyFor(settings, 'identity/sms'),
    factor: keyFor(settings, 'identity/factor'),
  };
}

/** AES-256-GCM with a random nonce. `bound` is authenticated context: in another row the value
 * cannot be decrypted. */
export function seal([{ id, key }]: Keys['personal'], value: string, bound: string): string {
  const nonce = randomBytes(12);
  const cipher = createCipheriv('aes-256-gcm', key, nonce).setAAD(Buffer.from(bound));
  const sealed = Buffer.concat([
    nonce,
    cipher.update(value, 'utf8'),
    cipher.final(),
    cipher.getAuthTag(),
  ]);
  return `${id}.${sealed.toString('base64url')}`;
}

export function unseal(keys: Keys['personal'], sealed: string, bound: string): string {
  const [keyId, text] = sealed.split('.');
  const key = keys.find(({ id }) => id === keyId)?.key;
  if (!key || !text) throw new Error('encrypted with an unknown key');
  const bytes = Buffer.from(text, 'base64url');
  const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(0, 12)).setAAD(
    Buffer.from(bound),
  );
  decipher.setAuthTag(bytes.subarray(-16));
  return Buffer.concat([decipher.update(bytes.subarray(12, -16)), decipher.final()]).toString(
    'utf8',
  );
}

/** Keyed hash (HMAC) of the parts. */
export function keyedHash(key: Buffer, ...parts: string[]): string {
  return createHmac('sha256', key).update(JSON.stringify(parts)).digest('base64url');
}

/** An opaque secret of 256 bits, returned once and stored only as its hash. */
export function newSecret(): string {
  return randomBytes(32).toString('base64url');
}

export function secretHash(secret: string): string {
  return hash('sha256', secret, 'base64url');
}

/** Whether a text has the format of our secrets. Saves a query for garbage. */
export function isSecret(value: string | undefined): value is string {
  return value !== undefined && /^[\w-]{43}$/.test(value);
}

export function newSmsCode(): string {
  return String(randomInt(1_000_000)).padStart(6, '0');
}

export function isSame(a: string, b: string): boolean {
  const left = Buffer.from(a);
  const right = Buffer.from(b);
  return left.length === right.length && timingSafeEqual(left, right);
}
