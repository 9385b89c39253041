import { createHmac, timingSafeEqual } from 'node:crypto';
import { isCertNo } from '@cme/contract/credits';
import { keyFor } from '../../platform/settings/keys.ts';
import type { Settings } from '../../platform/settings/settings.ts';

type Secret = Pick<Settings, 'secret'>;

const proof = (key: Buffer, parts: readonly (string | number)[], bytes: number) =>
  createHmac('sha256', key).update(JSON.stringify(parts)).digest().subarray(0, bytes);
const isSame = (received: string, right: Buffer) => {
  const givenBytes = Buffer.from(received, 'base64url');
  return givenBytes.length === right.length && timingSafeEqual(givenBytes, right);
};

const verifyKey = (settings: Secret) => keyFor(settings, 'certificate/verify');

/** The token in a certificate's QR code: the number, and 128 bits of a keyed hash. */
export function verifyToken(settings: Secret, certNo: string): string {
  return `${certNo.replaceAll('-', '')}.${proof(verifyKey(settings), [certNo], 16).toString('base64url')}`;
}

/** The number in a valid QR code token. */
export function numberOfToken(settings: Secret, token: string): string | undefined {
  const [, year, code, letter, serial, check, suppliedProof] =
    /^(\d{4})(\d{4})([A-Z])(\d{7})(\d)\.([\w-]{22})$/.exec(token) ?? [];
  const certNo = `${year}-${code}-${letter}-${serial}-${check}`;
  return suppliedProof !== undefined &&
    isCertNo(certNo) &&
    isSame(suppliedProof, proof(verifyKey(settings), [certNo], 16))
    ? certNo
    : undefined;
}

/** Lifetime of a file URL. */
export const fileSeconds = 300;
const fileKey = (settings: Secret) => keyFor(settings, 'certificate/file');

/** The signed pass of one file of a certificate, with its expiry. */
export function filePass(settings: Secret, file: string, expires: number): string {
  return `${expires}.${proof(fileKey(settings), [file, expires], 24).toString('base64url')}`;
}

export function opensFile(settings: Secret, pass: string, file: string, now: Date): boolean {
  const [, expires, suppliedProof] = /^(\d{10,12})\.([\w-]{32})$/.exec(pass) ?? [];
  return (
    suppliedProof !== undefined &&
    Number(expires) * 1000 > now.getTime() &&
    isSame(suppliedProof, proof(fileKey(settings), [file, Number(expires)], 24))
  );
}
