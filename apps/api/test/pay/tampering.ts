import { generateKeyPairSync } from 'node:crypto';

/** A key unknown to both gateway and app. */
export const stranger = generateKeyPairSync('rsa', { modulusLength: 2048 })
  .privateKey.export({ type: 'pkcs8', format: 'pem' })
  .toString();

/** This many positions, spread over a text. */
export const places = (length: number, count: number) => [
  ...new Set(
    Array.from({ length: Math.min(count, length) }, (_, n) =>
      Math.floor((n * length) / Math.min(count, length)),
    ),
  ),
];
/** The text with one character changed. */
export const changed = (text: string, index: number) =>
  text.slice(0, index) + (text[index] === 'x' ? 'y' : 'x') + text.slice(index + 1);
