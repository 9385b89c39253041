import { type Account, type Credentials, signIn } from '../src/commands/staff/account.ts';
import { runAuthorized } from '../src/commands/staff.ts';
import { factorCodeAt } from '../src/person/identity/factor/totp.rules.ts';
import { sampleCodeAt } from '../src/sample/factors.ts';
import type { TestApi } from './test-api.ts';

/** What a member of the sample's staff proves. Each code is accepted once, so the clock moves on to
 * the next one. */
export function proveStaff(
  { clock }: Pick<TestApi, 'clock'>,
  mobile: string,
  password = 'Console2026',
) {
  clock.pass(30_000);
  return { mobile, password, code: sampleCodeAt(clock.now()) };
}

/** A member of the sample's staff who is signed in for commands. */
export const enterAs = async (api: TestApi, mobile: string, password?: string): Promise<Account> =>
  (await signIn(api.context, proveStaff(api, mobile, password))).account;

/** Enrols somebody who has no second factor yet, and returns the secret and the recovery codes that
 * the command prints. */
export async function enrolAs(api: TestApi, credentials: Credentials) {
  const printed = await runAuthorized(api.context, ['factor', 'enrol'], credentials);
  const secret = /secret=([A-Z2-7]{32})/.exec(printed)?.[1] ?? '';
  const recoveryCodes = printed.match(/^[A-Z2-9]{4}(-[A-Z2-9]{4}){2}$/gm) ?? [];
  return { secret, recoveryCodes };
}

/** The next code of an authenticator app. */
export function nextCode({ clock }: Pick<TestApi, 'clock'>, secret: string): string {
  clock.pass(30_000);
  return factorCodeAt(secret, clock.now());
}
