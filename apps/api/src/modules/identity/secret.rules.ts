import {
  createCipheriv,
  createDecipheriv,
  createHmac,
  hash,
  randomBytes,
  randomInt,
  timingSafeEqual,
} from 'node:crypto';
import { keyFor } from '../../settings/keys.ts';
import type { NumberKey } from '../../settings/number-keys.ts';
import type { Settings } from '../../settings/settings.ts';

/** A key, and the name that stands in front of what it has sealed. */
interface SealingKey {
  id: string;
  key: Buffer;
}
/** The first one writes, all of them read. */
type Several<Key> = readonly [Key, ...Key[]];

/** The keys of this module, each for one purpose. */
export interface Keys {
  personal: Several<SealingKey>;
  lookup: Several<Buffer>;
  /** WeChat's ids are kept as hashes alone, which nobody can make anew: their key stays. */
  wechat: Buffer;
  captcha: string;
  sms: Buffer;
}

export function keysOf(settings: Pick<Settings, 'secret' | 'numberKeys'>): Keys {
  const [first, ...others] = settings.numberKeys;
  const keyOf = ({ secret = settings.secret }: NumberKey, purpose: string) =>
    keyFor({ secret }, purpose);
  const sealing = (one: NumberKey) => ({ id: one.id, key: keyOf(one, 'identity/personal') });
  const lookup = (one: NumberKey) => keyOf(one, 'identity/lookup');
  return {
    personal: [sealing(first), ...others.map(sealing)],
    lookup: [lookup(first), ...others.map(lookup)],
    wechat: keyFor(settings, 'identity/lookup'),
    captcha: keyFor(settings, 'identity/captcha').toString('base64'),
    sms: keyFor(settings, 'identity/sms'),
  };
}

/** AES-256-GCM with a nonce of its own. `bound` is what the value belongs to: moved to another
 * row, it does not open. */
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
  const [made, text] = sealed.split('.');
  const key = keys.find(({ id }) => id === made)?.key;
  if (!key || !text) throw new Error('sealed with a key that is not known here');
  const bytes = Buffer.from(text, 'base64url');
  const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(0, 12)).setAAD(
    Buffer.from(bound),
  );
  decipher.setAuthTag(bytes.subarray(-16));
  return Buffer.concat([decipher.update(bytes.subarray(12, -16)), decipher.final()]).toString(
    'utf8',
  );
}

/** Keyed hash: equal for equal parts, tells nothing without the key. */
export function keyedHash(key: Buffer, ...parts: string[]): string {
  return createHmac('sha256', key).update(JSON.stringify(parts)).digest('base64url');
}

/** An opaque secret of 256 bits, to be handed out once and kept only as its hash. */
export function newSecret(): string {
  return randomBytes(32).toString('base64url');
}

export function secretHash(secret: string): string {
  return hash('sha256', secret, 'base64url');
}

/** Whether this text has the form of our secrets. Saves a query for garbage. */
export function isSecret(value: string | undefined): value is string {
  return value !== undefined && /^[\w-]{43}$/.test(value);
}

export function newSmsCode(): string {
  return String(randomInt(1_000_000)).padStart(6, '0');
}

export function isSame(a: string, b: string): boolean {
  const [left, right] = [Buffer.from(a), Buffer.from(b)];
  return left.length === right.length && timingSafeEqual(left, right);
}
