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
import type { Settings } from '../../settings/settings.ts';

/** The keys of this module, each for one purpose. */
export interface Keys {
  personal: Buffer;
  lookup: Buffer;
  captcha: string;
  sms: Buffer;
}

const version = '1';

export function keysOf(settings: Pick<Settings, 'secret'>): Keys {
  return {
    personal: keyFor(settings, 'identity/personal'),
    lookup: keyFor(settings, 'identity/lookup'),
    captcha: keyFor(settings, 'identity/captcha').toString('base64'),
    sms: keyFor(settings, 'identity/sms'),
  };
}

/** AES-256-GCM with a nonce of its own. `bound` is what the value belongs to: moved to another
 * row, it does not open. */
export function seal(key: Buffer, value: string, bound: string): string {
  const nonce = randomBytes(12);
  const cipher = createCipheriv('aes-256-gcm', key, nonce).setAAD(Buffer.from(bound));
  const sealed = Buffer.concat([
    nonce,
    cipher.update(value, 'utf8'),
    cipher.final(),
    cipher.getAuthTag(),
  ]);
  return `${version}.${sealed.toString('base64url')}`;
}

export function unseal(key: Buffer, sealed: string, bound: string): string {
  const [made, text] = sealed.split('.');
  if (made !== version || !text) throw new Error('sealed value of an unknown version');
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
