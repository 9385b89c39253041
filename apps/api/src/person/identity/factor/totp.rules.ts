import { Secret, TOTP } from 'otpauth';

/** RFC 6238 with the parameters that every authenticator app supports. */
const parameters = { algorithm: 'SHA1', digits: 6, period: 30 };

/** One step before and after the current one is accepted, since phones' clocks differ. */
const tolerance = 1;

export const toStep = (at: Date): number => Math.floor(at.getTime() / 1000 / parameters.period);

/** A new secret of 160 bits in base32. */
export const newFactorSecret = (): string => new Secret({ size: 20 }).base32;

const createTotp = (secret: string, label = '', issuer = '') =>
  new TOTP({ ...parameters, secret: Secret.fromBase32(secret), label, issuer });

/** The code that an authenticator app shows. */
export const factorCodeAt = (secret: string, at: Date): string =>
  createTotp(secret).generate({ timestamp: at.getTime() });

/** The address that an authenticator app reads from a QR code. */
export const factorUri = (secret: string, label: string, issuer: string): string =>
  createTotp(secret, label, issuer).toString();

/** The time step of this code if it is valid now. */
export function findStep(secret: string, code: string, now: Date): number | undefined {
  if (!/^\d{6}$/.test(code)) return undefined;
  const timestamp = now.getTime();
  const delta = createTotp(secret).validate({ token: code, timestamp, window: tolerance });
  return delta === null ? undefined : toStep(now) + delta;
}
