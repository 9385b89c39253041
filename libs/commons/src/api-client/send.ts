import {
  promptOnce,
  clear,
  isPrerendering,
  isRestorable,
  syncToken,
  readToken,
  showToast,
} from '@cme/commons/auth-token';
import type { BodyOf, Call, DataOf } from '@cme/contract/base';
import { isCallError } from './call-error.ts';
import type { Answer, SendOptions } from './exchange.ts';
import { type LazyCall, load } from './lazy-call.ts';
import { pageClient } from './page-client.ts';
import { restore } from './restore.ts';

/**
 * Sends a call for this page and returns its data. Throws `CallError`, or the abort of
 * `options.signal`. 401: a dead token is exchanged once for the family's session; otherwise the
 * session is cleared and the user is asked once. 403: asked once, session kept. 500: the server's
 * message is shown as a toast.
 */
export async function send<C extends Call>(
  call: C | LazyCall<C>,
  body: BodyOf<C>,
  options?: SendOptions,
): Promise<DataOf<C>> {
  return (await sendForMessage(call, body, options)).data;
}

/** Like `send`, but also returns the envelope's message. */
export async function sendForMessage<C extends Call>(
  lazyCall: C | LazyCall<C>,
  body: BodyOf<C>,
  options?: SendOptions,
): Promise<Answer<C>> {
  const { call, exchange } = await load(lazyCall);
  if (isRestorable() && dependsOnPerson(call)) await restore();
  const client = pageClient();
  try {
    return await exchange(client, call, body, options);
  } catch (error) {
    if (!isRefused(error) || !(await hasSuccessor(client.token)))
      return handleFailure(error, client.token);
  }
  const renewed = pageClient();
  return exchange(renewed, call, body, options).catch((error: unknown) =>
    handleFailure(error, renewed.token),
  );
}

/**
 * Calls that depend on the person wait for the family's session; a prerendered page may load public
 * data without it.
 */
const dependsOnPerson = ({ access }: Call) =>
  access === 'learner' || (access === 'open' && !isPrerendering());

const isRefused = (error: unknown) => isCallError(error) && error.statusCode === 401;

function handleFailure(error: unknown, token: string | undefined): never {
  if (isCallError(error)) {
    if (error.statusCode === 401) endSession(token);
    if (error.statusCode === 403) promptOnce(403);
    if (error.statusCode === 500) showToast('error', error.message);
  }
  throw error;
}

/**
 * True when a refused token has been replaced: by this page's other calls, another tab, or the
 * family's session.
 */
async function hasSuccessor(refusedToken: string | undefined): Promise<boolean> {
  const isRenewed =
    refusedToken !== undefined && readToken() !== undefined && readToken() !== refusedToken;
  return isRenewed || restore({ dead: refusedToken });
}

/**
 * Ignores refusals of a token that is no longer current, and asks nothing after a sign-out
 * elsewhere.
 */
function endSession(refusedToken: string | undefined): void {
  syncToken();
  if (readToken() === refusedToken) clear('lost');
  if (readToken() === undefined) promptOnce(401);
}
