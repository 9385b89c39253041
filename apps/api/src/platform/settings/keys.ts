import { hkdfSync } from 'node:crypto';
import type { Settings } from './settings.ts';

/** A 32-byte key for one purpose, so that no two uses share a key. The purpose is part of stored
 * data: never rename one. */
export function keyFor(settings: Pick<Settings, 'secret'>, purpose: string): Buffer {
  return Buffer.from(hkdfSync('sha256', settings.secret, 'cme', purpose, 32));
}
