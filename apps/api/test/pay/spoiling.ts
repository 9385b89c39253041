import { generateKeyPairSync } from 'node:crypto';

/** A key that neither the gateway nor the app knows. */
export const stranger = generateKeyPairSync('rsa', { modulusLength: 2048 })
  .privateKey.export({ type: 'pkcs8', format: 'pem' })
  .toString();

/** As many places as asked for, spread over a text. */
export const places = (length: number, count: number) => [
  ...new Set(
    Array.from({ length: Math.min(count, length) }, (_, n) =>
      Math.floor((n * length) / Math.min(count, length)),
    ),
  ),
];
/** The text with another sign at one place. */
export const changed = (text: string, at: number) =>
  text.slice(0, at) + (text[at] === 'x' ? 'y' : 'x') + text.slice(at + 1);
