import { describe, expect, it } from 'vitest';
import { factorCodeAt, factorUri, findStep, newFactorSecret, toStep } from './totp.rules.ts';

/** `12345678901234567890` in base32, the secret of RFC 6238. */
const secret = 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ';
const at = (seconds: number) => new Date(seconds * 1000);

describe('a time-based code', () => {
  // Appendix B of RFC 6238 for SHA-1; its codes have eight digits, of which ours are the last six.
  it.each([
    [59, '94287082'],
    [1_111_111_109, '07081804'],
    [1_111_111_111, '14050471'],
    [1_234_567_890, '89005924'],
    [2_000_000_000, '69279037'],
    [20_000_000_000, '65353130'],
  ])('at %d s is the one of the standard', (seconds, eight) => {
    expect(factorCodeAt(secret, at(seconds))).toBe(eight.slice(2));
    expect(findStep(secret, eight.slice(2), at(seconds))).toBe(toStep(at(seconds)));
  });

  it('is accepted one step early or late, and not two', () => {
    const now = at(1_234_567_890);
    const createCode = (steps: number) => factorCodeAt(secret, at(1_234_567_890 + steps * 30));
    expect([-2, -1, 0, 1, 2].map((steps) => findStep(secret, createCode(steps), now))).toEqual(
      [undefined, -1, 0, 1, undefined].map((step) =>
        step === undefined ? step : toStep(now) + step,
      ),
    );
  });

  it.each(['', '12345', '1234567', '28708２', ' 287082', '28-082'])('is never “%s”', (code) => {
    expect(findStep(secret, code, at(59))).toBeUndefined();
  });

  it('has a new secret of 160 bits each time, which apps read from its address', () => {
    const [one, other] = [newFactorSecret(), newFactorSecret()];
    expect(one).toMatch(/^[A-Z2-7]{32}$/);
    expect(one).not.toBe(other);
    expect(factorUri(one, '138****0001', '继续教育')).toBe(
      `otpauth://totp/${encodeURIComponent('继续教育')}:138****0001?issuer=${encodeURIComponent('继续教育')}&secret=${one}&algorithm=SHA1&digits=6&period=30`,
    );
  });
});
