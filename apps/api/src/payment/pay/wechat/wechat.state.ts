import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import { keyFor } from '../../../platform/settings/keys.ts';
import type { Settings } from '../../../platform/settings/settings.ts';

/** The owner of the OAuth redirect. */
interface Way {
  session_id: string;
  order_code: string;
}

const goodFor = 600_000;
// WeChat allows only letters and digits.
const proof = (settings: Pick<Settings, 'secret'>, { session_id, order_code }: Way, seed: string) =>
  createHmac('sha256', keyFor(settings, 'pay/wechat-state'))
    .update(JSON.stringify([session_id, order_code, seed]))
    .digest()
    .subarray(0, 24);

/** The OAuth state, so that nobody can make another person's browser pay with their code (CSRF). */
export function newState(settings: Pick<Settings, 'secret'>, way: Way, now: Date): string {
  const seed =
    (now.getTime() + goodFor).toString(16).padStart(12, '0') + randomBytes(8).toString('hex');
  return seed + proof(settings, way, seed).toString('hex');
}

export function isValidState(
  settings: Pick<Settings, 'secret'>,
  way: Way,
  now: Date,
  state: string,
): boolean {
  const [, seed = '', until = '', given = ''] =
    /^(([0-9a-f]{12})[0-9a-f]{16})([0-9a-f]{48})$/.exec(state) ?? [];
  return (
    given !== '' &&
    timingSafeEqual(Buffer.from(given, 'hex'), proof(settings, way, seed)) &&
    parseInt(until, 16) > now.getTime()
  );
}
