import type { Db } from '../platform/database/database.ts';
import { NotPossibleError } from '../platform/http/not-possible.ts';
import { hasSample, insertFactor } from '../person/identity/factor/factor.store.ts';
import { factorCodeAt } from '../person/identity/factor/totp.rules.ts';
import type { Keys } from '../person/identity/secret.rules.ts';
import { isStaff } from '../person/identity/staff.rules.ts';
import type { Settings } from '../platform/settings/settings.ts';
import { members } from '@cme/sample/members';
import { people } from '@cme/sample/people';
import { unitAdmins } from '@cme/sample/units';

/** The second factor of all staff of the sample content. Everybody knows it: it is valid only on
 * installations with that content. */
export const sampleFactorSecret = 'SAMPLESTAFFSECRETPUBLISHEDHERE22';

/** The code that an authenticator app shows, by default one with the sample's secret. */
export const sampleCodeAt = (at: Date, secret = sampleFactorSecret): string =>
  factorCodeAt(secret, at);

const admins = new Set(unitAdmins.map(({ who }) => who));

/** Staff and administrators of units in the sample content. */
export const sampleStaff = [...people, ...members].filter(
  ({ roles, key }) => isStaff(roles) || admins.has(key),
);

export async function insertSampleFactors(db: Db, keys: Keys, at: Date): Promise<void> {
  const row = { secret: sampleFactorSecret, published: true, confirmed_at: at };
  for (const { user_id } of sampleStaff) await insertFactor(db, keys, at, { user_id, ...row });
}

/** The current code of a sample account, and for how long it is shown. */
export function showSampleCode(
  settings: Pick<Settings, 'sample' | 'databaseUrl'>,
  [mobile = '']: readonly string[],
  now: Date,
): string {
  if (!hasSample(settings)) throw new NotPossibleError('本安装没有示例内容');
  if (!sampleStaff.some((person) => person.mobile === mobile))
    throw new NotPossibleError('不是示例工作人员的手机号');
  const seconds = 30 - (Math.floor(now.getTime() / 1000) % 30);
  return `${sampleCodeAt(now)}  （${seconds}秒后换下一个，每个只能用一次）`;
}
