import { clear, pageSession, signedIn } from '@cme/commons/auth-token';
import type { BodyOf, DataOf } from '@cme/contract/base';
import type { login, loginFactor, registPerson } from '@cme/contract/person';
import { CallError, isCallError, unreadableReply } from './call-error.ts';
import { type LazyCall, load } from './lazy-call.ts';
import { pageClient } from './page-client.ts';
import { sendForMessage } from './send.ts';

const logout = async () =>
  (await import(/* webpackChunkName: "exchange" */ '@cme/contract/person/session')).logout;

/** Calls whose message carries a token. */
type SignIn = typeof login | typeof loginFactor | typeof registPerson;

/**
 * Signs in (or registers) and stores the token for this origin. Throws `CallError`; its message is
 * `toRegister` when the number is not registered, which is not shown as an error.
 */
export async function signIn<C extends SignIn>(
  call: C | LazyCall<C>,
  body: BodyOf<C>,
): Promise<DataOf<C>> {
  const state = pageSession();
  state.signingIn += 1;
  try {
    const { data, message } = await sendForMessage(call, body);
    if (!message) throw new CallError(200, unreadableReply, 'bad_answer');
    signedIn(message);
    return data;
  } finally {
    state.signingIn -= 1;
  }
}

/**
 * Ends the session on the server and here; calls still in flight ask nothing. If the server is
 * unreachable the session still ends here.
 */
export async function signOut(): Promise<void> {
  pageSession().quiet = true;
  try {
    const { call, exchange } = await load(logout);
    await exchange(pageClient(), call, {}, { keepalive: true });
  } catch (error) {
    if (!isCallError(error)) throw error;
  }
  clear('sign-out');
}
