import { isCallError, send } from '@cme/commons/api-client';
import type { BodyOf } from '@cme/contract/base';
import { captcha } from '@cme/contract/person';
import { solveChallenge } from 'altcha-lib/v1';

export interface CaptchaSolution {
  captcha_id: string;
  captcha_code: string;
}

/**
 * Fetches a proof of work and solves it in small steps that keep the page responsive. The
 * solution is valid once. `what` it is for determines its difficulty, by default the lowest.
 */
export async function solveCaptcha(
  signal: AbortSignal,
  what: BodyOf<typeof captcha> = {},
): Promise<CaptchaSolution> {
  const { captcha_id, challenge } = await send(captcha, what, { signal });
  const { salt, algorithm, maxnumber, signature } = challenge;
  const work = solveChallenge(challenge.challenge, salt, algorithm, maxnumber);
  signal.addEventListener('abort', () => work.controller.abort());
  const solution = await work.promise;
  signal.throwIfAborted();
  if (!solution) throw new Error('the challenge has no solution');
  return {
    captcha_id,
    captcha_code: btoa(
      JSON.stringify({
        algorithm,
        challenge: challenge.challenge,
        number: solution.number,
        salt,
        signature,
      }),
    ),
  };
}

/** Retries with a harder solution for this call if the server demands one. */
export async function withCaptcha<Result>(
  first: () => Promise<Result>,
  retry: (solution: CaptchaSolution) => Promise<Result>,
  what: BodyOf<typeof captcha>,
): Promise<Result> {
  try {
    return await first();
  } catch (error) {
    if (!isCallError(error) || error.code !== 'captcha_wrong') throw error;
    return retry(await solveCaptcha(new AbortController().signal, what));
  }
}
