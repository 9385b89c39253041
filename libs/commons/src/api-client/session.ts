import { clear, signedIn } from '@cme/commons/auth-token';
import { login, logout, registPerson, type BodyOf, type DataOf } from '@cme/contract';
import { isCallFailed } from './call-failed.ts';
import { send, sendForMessage } from './send.ts';

/** Calls whose message carries a token. */
type SignIn = typeof login | typeof registPerson;

/** Signs in (or registers) and keeps the token for this origin. Throws `CallFailed`; its message is `toRegister` when
 * the number is not registered, which is no error to show. */
export async function signIn<C extends SignIn>(call: C, body: BodyOf<C>): Promise<DataOf<C>> {
  const { data, message } = await sendForMessage(call, body);
  signedIn(message);
  return data;
}

/** Ends the session on the server and here. Out of reach of the server it ends here all the same. */
export async function signOut(): Promise<void> {
  try {
    await send(logout, {});
  } catch (error) {
    if (!isCallFailed(error)) throw error;
  }
  clear('sign-out');
}
