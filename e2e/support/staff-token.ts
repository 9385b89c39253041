import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { isCallError, type OpenClient } from '@cme/commons/api-client';
import { login, loginFactor, userInfo } from '@cme/contract/person';
import { password } from './people.ts';
import { withFreshCode } from './staff.ts';
import { until } from './until.ts';

/** The session of an administrator of a unit. All journeys of a run share it, because each code of a
 * second factor is accepted once. */
export async function findStaffToken(client: OpenClient, account: string): Promise<string> {
  const file = join(process.env.STACK_DATA ?? '.data', `token-${account}`);
  const isFirst = claim(`${file}.lock`);
  if (isFirst) writeFileSync(file, await signInWithCode(client, account), { mode: 0o600 });
  const read = () => (existsSync(file) ? readFileSync(file, 'utf8') || undefined : undefined);
  const token = await until(`a session of ${account}`, read, 120_000);
  const isOver = await client.send(userInfo, {}, { token }).then(
    () => false,
    () => true,
  );
  if (!isOver) return token;
  const next = await signInWithCode(client, account);
  writeFileSync(file, next, { mode: 0o600 });
  return next;
}

function claim(file: string): boolean {
  try {
    writeFileSync(file, '', { flag: 'wx' });
    return true;
  } catch {
    return false;
  }
}

async function signInWithCode(client: OpenClient, account: string): Promise<string> {
  const ticket = await client
    .sendForMessage(login, { login_kind: 'password', account, password })
    .catch((error: unknown) => error);
  const factor_ticket = isCallError(ticket) ? ticket.factor_ticket : undefined;
  if (!factor_ticket) throw new Error(`${account} has no second step`, { cause: ticket });
  const signedIn = await withFreshCode(
    (code) =>
      client
        .sendForMessage(loginFactor, { factor_ticket, code })
        .catch((error: unknown) => ({ message: '', error })),
    (reply) => 'error' in reply && isCallError(reply.error) && reply.error.code === 'factor_used',
  );
  if (!signedIn.message) throw new Error(`${account} cannot sign in`, { cause: signedIn });
  return signedIn.message;
}
